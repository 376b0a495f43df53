package coterie.web.server;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the server answers: a code, headers and bytes. */
record PageAnswer(int code, Map<String, String> headers, byte[] body) {
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

  PageAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new PageAnswer(code, more, body);
  }
}
