package coterie.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an agent has answered. */
public record Reply(int status, String text) {
  public boolean isGood() {
    return status >= 200 && status < 300;
  }

  public Map<String, @Nullable Object> object() {
    return Json.parseObject(text);
  }

  /** The sentence of an answer that is none. */
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
