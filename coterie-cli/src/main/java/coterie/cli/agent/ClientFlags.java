package coterie.cli.agent;

import coterie.agent.Tokens;
import coterie.agent.http.Client;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which agent is asked, and how the answer looks. */
final class ClientFlags {
  static final String HTTP = "127.0.0.1:7201";

  @Option(names = "--http", paramLabel = "HOST:PORT")
  private @Nullable String http;

  @Option(names = "--token", paramLabel = "TEXT")
  private @Nullable String token;

  @Option(names = "--token-file", paramLabel = "FILE")
  private @Nullable Path tokenFile;

  @Option(names = "--json")
  private boolean json;

  boolean isJson() {
    return json;
  }

  Client client() {
    String where = http != null ? http : variable("COTERIE_HTTP");
    return Client.of(where == null ? HTTP : where, token());
  }

  private @Nullable String token() {
    if (token != null) {
      return token;
    }
    if (tokenFile == null) {
      return variable("COTERIE_TOKEN");
    }
    try {
      return Tokens.read(tokenFile);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read the token from " + tokenFile, e);
    }
  }

  private static @Nullable String variable(String name) {
    String text = System.getenv(name);
    return text == null || text.isBlank() ? null : text.strip();
  }

  /** A name as a part of a path. */
  static String part(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name is blank; give one that is not");
    }
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
