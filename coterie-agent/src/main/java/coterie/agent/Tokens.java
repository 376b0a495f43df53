package coterie.agent;

import coterie.HostPort;
import coterie.net.TextFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What HTTP clients have to know. */
public final class Tokens {
  private static final int LENGTH_MIN = 16;

  private Tokens() {}

  /** The first line of a file. */
  public static String read(Path file) throws IOException {
    List<String> lines = TextFile.lines(file);
    return lines.isEmpty() ? "" : lines.getFirst().strip();
  }

  /** The token that was given, as text or in a file; otherwise that of the environment, if any. */
  public static @Nullable String given(@Nullable String text, @Nullable Path file) {
    if (text != null) {
      return text;
    }
    if (file == null) {
      String variable = System.getenv("COTERIE_TOKEN");
      return variable == null || variable.isBlank() ? null : variable.strip();
    }
    try {
      return read(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("--token-file: cannot read " + file, e);
    }
  }

  /** Throws where anybody could ask, or the token could be guessed or not be sent. */
  static void require(HostPort http, @Nullable String token) {
    InetAddress address = http.resolve().getAddress();
    if (token == null && !address.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "http %s is not on loopback, where anybody may ask: a token is needed (COTERIE_TOKEN or"
                  .formatted(http)
              + " --token-file), or an address such as 127.0.0.1:7201");
    }
    if (token != null && token.length() < LENGTH_MIN) {
      throw new IllegalArgumentException(
          "the token is too short: give %d characters or more, not %d"
              .formatted(LENGTH_MIN, token.length()));
    }
    if (token != null && !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("a token has visible ASCII characters and no blanks");
    }
  }
}
