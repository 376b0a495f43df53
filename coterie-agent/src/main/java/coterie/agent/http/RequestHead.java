package coterie.agent.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first lines of a request over HTTP/1.1 (RFC 9112): what is asked, and the headers. Whatever
 * could be understood in two ways is refused.
 *
 * @param path as it is written
 * @param query what follows the question mark, as it is written
 * @param headers by their names in lower case; the first of each
 */
record RequestHead(
    String method,
    String path,
    @Nullable String query,
    boolean isNewest,
    Map<String, String> headers) {
  static final int BYTES_MAX = 8 * 1024;
  private static final int HEADERS_MAX = 50;
  private static final Pattern FIRST_LINE =
      Pattern.compile("([A-Z]{1,20}) ([\\x21-\\x7e]+) HTTP/1\\.([01])");
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  RequestHead {
    headers = Map.copyOf(headers);
  }

  /** Null if the connection ends before it begins. */
  static @Nullable RequestHead read(InputStream in) throws IOException {
    Lines lines = new Lines(in);
    String first = lines.first();
    if (first == null) {
      return null;
    }
    var parts = FIRST_LINE.matcher(first);
    if (!parts.matches() || !parts.group(2).startsWith("/")) {
      throw new Refusal(400, "a request begins with a method, a path and HTTP/1.1");
    }
    String target = parts.group(2);
    int mark = target.indexOf('?');
    return new RequestHead(
        parts.group(1),
        mark < 0 ? target : target.substring(0, mark),
        mark < 0 ? null : target.substring(mark + 1),
        parts.group(3).equals("1"),
        headers(lines));
  }

  private static Map<String, String> headers(Lines lines) throws IOException {
    Map<String, String> headers = new HashMap<>();
    int count = 0;
    for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
      if (!TOKEN.matcher(name).matches()) {
        throw new Refusal(400, "a header is a name, a colon and a value");
      }
      if (++count > HEADERS_MAX) {
        throw new Refusal(431, "a request has at most %d headers".formatted(HEADERS_MAX));
      }
      String old = headers.putIfAbsent(name, line.substring(colon + 1).strip());
      if (old != null && (name.equals("content-length") || name.equals("host"))) {
        throw new Refusal(400, "the header %s came twice".formatted(name));
      }
    }
    return headers;
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /** Whether another request may follow on the same connection. */
  boolean isKeptAlive() {
    return isNewest
        && !headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT).contains("close");
  }

  /** How long the body is. */
  int length() {
    if (headers.containsKey("transfer-encoding")) {
      throw new Refusal(411, "a body is sent in one piece, with its Content-Length");
    }
    String length = headers.getOrDefault("content-length", "0");
    if (!length.matches("[0-9]{1,18}")) {
      throw new Refusal(400, "a Content-Length is a number of bytes");
    }
    if (Long.parseLong(length) > AgentRequest.BODY_MAX) {
      throw new Refusal(413, "a body of up to %d bytes is taken".formatted(AgentRequest.BODY_MAX));
    }
    return Integer.parseInt(length);
  }

  /** The lines of one head, which are bounded together. */
  private static final class Lines {
    private final InputStream in;
    private int left = BYTES_MAX;

    Lines(InputStream in) {
      this.in = in;
    }

    /** Null if nothing comes. */
    @Nullable String first() throws IOException {
      int b = in.read();
      return b < 0 ? null : line(b);
    }

    String next() throws IOException {
      return line(in.read());
    }

    private String line(int first) throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = first; b != '\n'; b = in.read()) {
        if (b < 0) {
          throw new EOFException("the request ends within its head");
        } else if (--left < 0) {
          throw new Refusal(431, "the head of a request has at most %d bytes".formatted(BYTES_MAX));
        }
        line.write(b);
      }
      String text = line.toString(StandardCharsets.ISO_8859_1);
      return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
  }
}
