package coterie.agent.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path that the agent answers.
 *
 * @param path its parts; one in braces stands for any word
 * @param access who may ask
 */
public record Route(String method, String path, Access access, Handler handler) {
  /** The clients that may ask. */
  public enum Access {
    /** Anybody, also without the token: a probe. */
    OPEN,
    /** Clients that know the token, if there is one. */
    GUARDED
  }

  /** Answers a request. */
  @FunctionalInterface
  public interface Handler {
    void handle(AgentRequest request) throws Exception;
  }

  /** The words that stand for the parts in braces; null if the path is another one. */
  @Nullable List<String> match(List<String> parts) {
    List<String> own = parts(path);
    if (own.size() != parts.size()) {
      return null;
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).startsWith("{")) {
        words.add(parts.get(i));
      } else if (!own.get(i).equals(parts.get(i))) {
        return null;
      }
    }
    return words;
  }

  /** The parts of a path between the slashes, as they are written. */
  static List<String> parts(String path) {
    return List.of(path.substring(Math.min(1, path.length())).split("/", -1));
  }
}
