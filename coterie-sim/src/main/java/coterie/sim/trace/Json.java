package coterie.sim.trace;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.fault.Fault;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON (RFC 8259): records and maps as objects, collections as arrays, nodes as numbers,
 * times as exact numbers of seconds.
 */
public final class Json {
  private Json() {}

  public static String of(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  /** The fields of a record, for an object that is put together from several parts. */
  public static Map<String, @Nullable Object> fields(Record value) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (Fields.Field field : Fields.of(value)) {
      fields.put(
          field.name(),
          field.isTime() && field.value() instanceof Long nanos ? time(nanos) : field.value());
    }
    return fields;
  }

  /** A time as an exact number of seconds. */
  public static BigDecimal time(long nanos) {
    return new BigDecimal(TimeText.format(nanos));
  }

  /** One trace event as one object: its kind, its time, its fields. */
  public static String line(TraceEvent event) {
    StringBuilder out = new StringBuilder("{\"kind\":");
    write(out, event.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    append(out, (Record) event);
    return out.append('}').toString();
  }

  private static void write(StringBuilder out, @Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case NodeId id -> out.append(id.value());
      case Boolean flag -> out.append(flag);
      case Double number -> out.append(Double.isFinite(number) ? number.toString() : "null");
      case BigDecimal number -> out.append(number.toPlainString());
      case Number number -> out.append(number);
      case Fault fault -> string(out, fault.text());
      case Collection<?> items -> array(out, items);
      case Map<?, ?> map -> object(out, map);
      case Record value1 -> record(out, value1);
      case Enum<?> word -> string(out, word.name().toLowerCase(Locale.ROOT));
      default -> string(out, value.toString());
    }
  }

  private static void record(StringBuilder out, Record value) {
    out.append("{\"type\":");
    string(out, value.getClass().getSimpleName());
    append(out, value);
    out.append('}');
  }

  private static void append(StringBuilder out, Record value) {
    fields(value)
        .forEach(
            (name, field) -> {
              out.append(',');
              string(out, name);
              out.append(':');
              write(out, field);
            });
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
      } else if (c < 0x20 || Character.isSurrogate(c)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
