package coterie.agent.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON value: maps, lists, strings, booleans, null, and numbers, of which whole ones
 * become Long, others Double.
 */
public final class JsonReader {
  /** Deeper values would cost stack; nothing here nests more than a few levels. */
  private static final int DEPTH_MAX = 32;

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /** Reads one value, with nothing but blanks around it. */
  public static @Nullable Object parse(String text) {
    return new JsonReader(text).read();
  }

  /** Reads an object, as requests and answers are. */
  public static Map<String, @Nullable Object> parseObject(String text) {
    if (parse(text) instanceof Map<?, ?> map) {
      @SuppressWarnings("unchecked")
      Map<String, @Nullable Object> object = (Map<String, @Nullable Object>) map;
      return object;
    }
    throw new IllegalArgumentException(
        "this is not a JSON object; send one such as {\"name\": \"value\"}");
  }

  private @Nullable Object read() {
    Object value = value();
    blanks();
    if (at < text.length()) {
      throw wrong("nothing more");
    }
    return value;
  }

  private @Nullable Object value() {
    blanks();
    if (at == text.length()) {
      throw wrong("a value");
    }
    return switch (text.charAt(at)) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object() {
    enter();
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    if (!isNext('}')) {
      do {
        blanks();
        String name = string();
        require(':');
        object.put(name, value());
      } while (isNext(','));
      require('}');
    }
    depth--;
    return object;
  }

  private List<@Nullable Object> array() {
    enter();
    List<@Nullable Object> items = new ArrayList<>();
    if (!isNext(']')) {
      do {
        items.add(value());
      } while (isNext(','));
      require(']');
    }
    depth--;
    return items;
  }

  private void enter() {
    at++;
    if (++depth > DEPTH_MAX) {
      throw wrong("at most %d levels".formatted(DEPTH_MAX));
    }
  }

  private String string() {
    if (at == text.length() || text.charAt(at) != '"') {
      throw wrong("a string");
    }
    StringBuilder out = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return out.toString();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    throw wrong("the end of a string");
  }

  private char escaped() {
    at++;
    char c = at < text.length() ? text.charAt(at) : ' ';
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw wrong("one of the escapes of JSON");
    };
  }

  private char unicode() {
    String digits = at + 5 <= text.length() ? text.substring(at + 1, at + 5) : "";
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw wrong("four hexadecimal digits");
    }
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong(word);
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int from = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(from, at);
    try {
      if (digits.matches("-?[0-9]{1,18}")) {
        return Long.parseLong(digits);
      }
      return Double.parseDouble(digits);
    } catch (NumberFormatException e) {
      at = from;
      throw wrong("a value");
    }
  }

  private void require(char c) {
    if (!isNext(c)) {
      throw wrong("'" + c + "'");
    }
  }

  private boolean isNext(char c) {
    blanks();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IllegalArgumentException wrong(String wanted) {
    return new IllegalArgumentException(
        "not JSON: expected %2$s at character %1$d".formatted(at + 1, wanted));
  }
}
