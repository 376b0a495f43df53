package coterie.agent;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON (RFC 8259) and back: maps, lists, strings, longs, doubles, booleans, null. A
 * library for it would be larger than the rest of the agent, and would have to be loaded by every
 * short command.
 */
public final class Json {
  private Json() {}

  public static String of(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
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

  private static void write(StringBuilder out, @Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Boolean flag -> out.append(flag);
      case Double number -> out.append(Double.isFinite(number) ? number.toString() : "null");
      case Number number -> out.append(number);
      case Collection<?> items -> array(out, items);
      case Map<?, ?> map -> object(out, map);
      default -> string(out, value.toString());
    }
  }

  private static void array(StringBuilder out, Collection<?> items) {
    out.append('[');
    String comma = "";
    for (Object item : items) {
      out.append(comma);
      write(out, item);
      comma = ",";
    }
    out.append(']');
  }

  private static void object(StringBuilder out, Map<?, ?> map) {
    out.append('{');
    String comma = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(comma);
      string(out, String.valueOf(entry.getKey()));
      out.append(':');
      write(out, entry.getValue());
      comma = ",";
    }
    out.append('}');
  }

  private static void string(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
