package coterie.sim.trace;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.json.JsonText;
import coterie.sim.fault.Fault;
import java.math.BigDecimal;
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
    return JsonText.of(value, Json::plain);
  }

  /** The fields of a record, for an object that is put together from several parts. */
  public static Map<String, @Nullable Object> fields(Record value) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (RecordFields.Field field : RecordFields.of(value)) {
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
    return of(object("kind", event.getClass().getSimpleName().toLowerCase(Locale.ROOT), event));
  }

  private static Object plain(Object value) {
    return switch (value) {
      case NodeId id -> id.value();
      case Fault fault -> fault.text();
      case Record fields -> object("type", fields.getClass().getSimpleName(), fields);
      case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
      default -> value;
    };
  }

  /** The fields of a record, after the one that says what it is. */
  private static Map<String, @Nullable Object> object(String name, String word, Object value) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(name, word);
    fields.putAll(fields((Record) value));
    return fields;
  }
}
