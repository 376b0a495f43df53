package coterie.lab.page;

import coterie.sim.scenario.Recipes;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the laboratory begins.
 *
 * @param port where it is served; 0 for any port that is free
 * @param recipes what can be simulated on the server
 * @param isOnServer whether runs are made on the server, and not in the browser
 * @param opened what is shown first; null for a choice of scenarios
 * @param cluster the agents of a cluster that is watched; none if none is
 * @param version of Coterie, which the page shows
 */
public record PageStart(
    int port,
    Recipes recipes,
    boolean isOnServer,
    @Nullable Opened opened,
    List<URI> cluster,
    String version) {

  private static final int AGENTS_MAX = 50;

  /**
   * What is shown first.
   *
   * @param name what people call it, such as the name of a file
   * @param scenario its text; null for a recording
   * @param recorded what was recorded, for a page; null for a scenario
   */
  public record Opened(String name, @Nullable String scenario, @Nullable String recorded) {}

  /** The addresses of agents, as a person gives them, with commas between them. */
  public static List<URI> agents(String text) {
    List<URI> all = Arrays.stream(text.split(",", -1)).map(one -> agent(one.strip())).toList();
    if (all.size() > AGENTS_MAX) {
      throw new IllegalArgumentException(
          "--cluster takes up to %d agents, not %d".formatted(AGENTS_MAX, all.size()));
    }
    return all;
  }

  private static URI agent(String text) {
    String whole = text.contains("://") ? text : "http://" + text;
    try {
      URI uri = new URI(whole);
      boolean isPlain =
          uri.getHost() != null
              && uri.getPort() > 0
              && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
              && uri.getUserInfo() == null
              && uri.getQuery() == null
              && uri.getFragment() == null
              && (uri.getScheme().equals("http") || uri.getScheme().equals("https"));
      if (isPlain) {
        return new URI(uri.getScheme() + "://" + uri.getAuthority());
      }
    } catch (URISyntaxException e) {
      // The sentence below says it.
    }
    throw new IllegalArgumentException(
        "--cluster %s: give the address of an agent, such as http://127.0.0.1:7201"
            .formatted(text));
  }
}
