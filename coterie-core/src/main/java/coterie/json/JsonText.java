package coterie.json;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON (RFC 8259): maps as objects, collections as arrays, numbers, booleans,
 * null, and everything else as a string. A library for it would be larger than what needs it, and
 * every short command would have to load it.
 */
public final class JsonText {
  private final StringBuilder out = new StringBuilder();
  private final UnaryOperator<Object> plain;

  private JsonText(UnaryOperator<Object> plain) {
    this.plain = plain;
  }

  public static String of(@Nullable Object value) {
    return of(value, each -> each);
  }

  /**
   * Writes a value.
   *
   * @param plain turns values of one's own, at any depth, into those that JSON has
   */
  public static String of(@Nullable Object value, UnaryOperator<Object> plain) {
    JsonText text = new JsonText(plain);
    text.write(value);
    return text.out.toString();
  }

  private void write(@Nullable Object value) {
    switch (value == null ? null : plain.apply(value)) {
      case null -> out.append("null");
      case Boolean flag -> out.append(flag);
      case Double number -> out.append(Double.isFinite(number) ? number.toString() : "null");
      case BigDecimal number -> out.append(number.toPlainString());
      case Number number -> out.append(number);
      case Collection<?> items -> array(items);
      case Map<?, ?> map -> object(map);
      case Object text -> string(text.toString());
    }
  }

  private void array(Collection<?> items) {
    out.append('[');
    String comma = "";
    for (Object item : items) {
      out.append(comma);
      write(item);
      comma = ",";
    }
    out.append(']');
  }

  private void object(Map<?, ?> map) {
    out.append('{');
    String comma = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(comma);
      string(String.valueOf(entry.getKey()));
      out.append(':');
      write(entry.getValue());
      comma = ",";
    }
    out.append('}');
  }

  private void string(String text) {
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
