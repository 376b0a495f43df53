package coterie.web.server;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the server answers: a code, headers and bytes. */
final class PageAnswer {
  private final int code;
  private final Map<String, String> headers;
  private final byte[] body;

  PageAnswer(int code, Map<String, String> headers, byte[] body) {
    this.code = code;
    this.headers = headers;
    this.body = body;
  }

  static PageAnswer of(String type, byte[] body) {
    return new PageAnswer(200, Map.of("Content-Type", type), body);
  }

  /** A sentence. */
  static PageAnswer text(int code, String sentence) {
    return new PageAnswer(
        code,
        Map.of("Content-Type", "text/plain; charset=utf-8"),
        (sentence + "\n").getBytes(StandardCharsets.UTF_8));
  }

  static PageAnswer notFound() {
    return text(404, "There is no such file.");
  }

  int code() {
    return code;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  PageAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new PageAnswer(code, more, body);
  }
}
