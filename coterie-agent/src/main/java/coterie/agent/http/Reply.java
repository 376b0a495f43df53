package coterie.agent.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an agent has answered. */
public record Reply(int status, String text) {
  private static final int BAD_REQUEST = 400;

  public boolean isGood() {
    return status >= 200 && status < 300;
  }

  /** Returns this answer if it is a good one, and throws it as an exception otherwise. */
  public Reply good() throws RefusedException {
    if (!isGood()) {
      throw refusal();
    }
    return this;
  }

  public Map<String, @Nullable Object> object() {
    return JsonReader.parseObject(text);
  }

  /**
   * The answer as an exception: one that nothing but another question helps against is about bad
   * input.
   *
   * @throws IllegalArgumentException if the question makes no sense to the agent
   */
  public RefusedException refusal() {
    if (status == BAD_REQUEST) {
      throw new IllegalArgumentException(Shown.of(error()));
    }
    return new RefusedException(error());
  }

  /** The sentence of an answer that reports an error. */
  public String error() {
    try {
      if (object().get("error") instanceof String sentence) {
        return sentence;
      }
    } catch (IllegalArgumentException e) {
      return "answered %d, and not as an agent does".formatted(status);
    }
    return "answered " + status;
  }
}
