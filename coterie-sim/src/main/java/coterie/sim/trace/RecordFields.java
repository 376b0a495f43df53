package coterie.sim.trace;

import coterie.core.TimeText;
import coterie.wire.Inlined;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a record, in order. A long whose name ends in Nanos is a time. */
final class RecordFields {
  private static final String NANOS = "Nanos";

  record Field(String name, boolean isTime, @Nullable Object value) {
    String timeText() {
      if (value == null) {
        return "-";
      }
      return value.equals(Long.MAX_VALUE) ? "unbounded" : TimeText.format((Long) value);
    }
  }

  private RecordFields() {}

  static List<Field> of(Record owner) {
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : owner.getClass().getRecordComponents()) {
      String name = component.getName();
      Class<?> type = component.getType();
      boolean isTime =
          name.endsWith(NANOS)
              && name.length() > NANOS.length()
              && (type == long.class || type == Long.class);
      String shown = isTime ? name.substring(0, name.length() - NANOS.length()) : name;
      Object value = read(owner, component);
      if (value instanceof Inlined && value instanceof Record inlined) {
        fields.addAll(of(inlined));
      } else {
        fields.add(new Field(shown, isTime, value));
      }
    }
    return fields;
  }

  private static @Nullable Object read(Record owner, RecordComponent component) {
    try {
      // A record that is not public still has public accessors; only its class hides them.
      if (!Modifier.isPublic(owner.getClass().getModifiers())) {
        component.getAccessor().setAccessible(true);
      }
      return component.getAccessor().invoke(owner);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "a record in a trace is public, in an exported package: " + owner.getClass().getName(),
          e);
    }
  }
}
