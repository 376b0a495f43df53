package coterie.cli.agent;

import coterie.agent.Tokens;
import coterie.agent.http.Client;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which agent is asked, and how the answer looks. */
final class ClientFlags {
  private static final String HTTP = "127.0.0.1:7201";

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
    String variable = System.getenv("COTERIE_HTTP");
    String otherwise = variable == null || variable.isBlank() ? HTTP : variable.strip();
    return Client.of(http != null ? http : otherwise, Tokens.given(token, tokenFile));
  }

  /** A name as a part of a path. */
  static String part(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name is blank; give one that is not");
    }
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
