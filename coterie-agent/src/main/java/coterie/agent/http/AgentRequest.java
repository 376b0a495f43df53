package coterie.agent.http;

import coterie.Coterie;
import coterie.json.JsonText;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request over HTTP, and its answer. */
public final class AgentRequest {
  /** Nothing that the agent is told is longer. */
  public static final int BODY_MAX = 64 * 1024;

  private final Exchange exchange;
  private final List<String> words;
  private final boolean isKnown;

  /**
   * A request.
   *
   * @param words what stands for the parts of the path in braces, as it is written
   * @param isKnown whether who asks knows the token, or there is none
   */
  AgentRequest(Exchange exchange, List<String> words, boolean isKnown) {
    this.exchange = exchange;
    this.words = words;
    this.isKnown = isKnown;
  }

  public boolean isKnown() {
    return isKnown;
  }

  public Exchange exchange() {
    return exchange;
  }

  /** The word in the path that stands for a name. */
  public String word(int index) {
    String word = decoded(words.get(index));
    if (word.isBlank() || word.length() > Coterie.NAME_MAX) {
      throw new IllegalArgumentException(
          "a name has 1 to %d characters, not %d".formatted(Coterie.NAME_MAX, word.length()));
    }
    if (word.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a name has no control characters");
    }
    return word;
  }

  /** What follows the question mark. */
  public @Nullable String query(String name) {
    String query = exchange.head().query();
    if (query == null) {
      return null;
    }
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        return decoded(pair.substring(name.length() + 1));
      }
    }
    return null;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s is not encoded as a URL is".formatted(text), e);
    }
  }

  public @Nullable String header(String name) {
    return exchange.header(name.toLowerCase(Locale.ROOT));
  }

  /** The body, which is a JSON object. */
  public Map<String, @Nullable Object> body() {
    return JsonReader.parseObject(new String(exchange.body(), StandardCharsets.UTF_8));
  }

  /** A string that must stand in the body. */
  public static String text(Map<String, @Nullable Object> body, String name) {
    if (body.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("the body needs \"%s\", a string".formatted(name));
  }

  public void answer(int status, Map<String, ? extends @Nullable Object> fields)
      throws IOException {
    answer(status, "application/json", JsonText.of(fields) + "\n");
  }

  public void answer(int status, String type, String text) throws IOException {
    exchange.answer(status, type, text);
  }
}
