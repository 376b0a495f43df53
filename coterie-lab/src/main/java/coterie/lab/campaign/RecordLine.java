package coterie.lab.campaign;

import coterie.sim.statistics.Samples;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON objects, and back to equal ones: of numbers, texts, truth values, samples, lists,
 * maps by names, and records of these. Decimal numbers are texts, since JSON has none that is not a
 * number.
 */
public final class RecordLine {
  private RecordLine() {}

  /** Returns the fields of the object. */
  public static Map<String, @Nullable Object> of(Record value) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      fields.put(component.getName(), plain(valueOf(component, value)));
    }
    return fields;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Double number -> number.toString();
      case Record fields -> of(fields);
      case Samples samples -> {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < samples.count(); i++) {
          all.add(samples.at(i));
        }
        yield all;
      }
      case List<?> list -> {
        List<@Nullable Object> all = new ArrayList<>();
        list.forEach(one -> all.add(plain(one)));
        yield all;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        map.forEach((key, one) -> all.put(String.valueOf(key), plain(one)));
        yield all;
      }
      default -> value;
    };
  }

  /** Reads what {@link #of} has made of a record of that type. */
  public static <R extends Record> R read(Class<R> type, Map<String, @Nullable Object> fields) {
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(components[i].getGenericType(), fields.get(components[i].getName()));
    }
    try {
      Constructor<R> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("the report of a shard is damaged; run it again", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object valueOf(RecordComponent component, Record value) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object value(Type type, @Nullable Object plain) {
    if (plain == null) {
      return null;
    }
    if (type instanceof ParameterizedType generic) {
      return container(generic, plain);
    }
    Class<?> simple = (Class<?>) type;
    if (simple.isRecord() && plain instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      map.forEach((key, one) -> fields.put(String.valueOf(key), one));
      return read(simple.asSubclass(Record.class), fields);
    }
    if (simple == Samples.class && plain instanceof List<?> list) {
      return Samples.of(list.stream().mapToLong(one -> (Long) one).toArray());
    }
    if (simple == double.class || simple == Double.class) {
      return Double.valueOf(plain.toString());
    }
    boolean isInt = simple == int.class || simple == Integer.class;
    return isInt && plain instanceof Long number ? (Object) Math.toIntExact(number) : plain;
  }

  private static Object container(ParameterizedType type, Object plain) {
    Type[] of = type.getActualTypeArguments();
    if (plain instanceof List<?> list) {
      List<@Nullable Object> all = new ArrayList<>();
      list.forEach(one -> all.add(value(of[0], one)));
      return all;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (plain instanceof Map<?, ?> map) {
      map.forEach((key, one) -> all.put(String.valueOf(key), value(of[1], one)));
    }
    return all;
  }
}
