package coterie;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The values of options; an option that was not set has its default. They never change. */
record OptionValues(Map<Option<?>, Object> values) {
  static OptionValues none() {
    return new OptionValues(Map.of());
  }

  OptionValues with(Option<?> option, @Nullable Object value) {
    Map<Option<?>, Object> changed = new HashMap<>(values);
    if (value == null) {
      changed.remove(option);
    } else {
      changed.put(option, owned(value));
    }
    return new OptionValues(changed);
  }

  /** Copies what the caller could still change. */
  private static Object owned(Object value) {
    if (value instanceof List<?> list) {
      return List.copyOf(list);
    }
    return value instanceof SortedMap<?, ?> map
        ? Collections.unmodifiableSortedMap(new TreeMap<>(map))
        : value;
  }

  /** Throws one sentence if a value is not allowed; returns the values with all defaults. */
  OptionValues checked() {
    Map<Option<?>, Object> all = new HashMap<>(values);
    Option.table().forEach(option -> check(option, all));
    return new OptionValues(all);
  }

  private <T> void check(Option<T> option, Map<Option<?>, Object> all) {
    T value = find(option);
    if (value != null) {
      option.check(value);
      all.put(option, value);
    }
  }

  @SuppressWarnings("unchecked") // What was put there is a value of that option.
  <T> @Nullable T find(Option<T> option) {
    Object value = values.get(option);
    return value == null ? option.unset() : (T) value;
  }

  <T> T value(Option<T> option) {
    T value = find(option);
    if (value == null) {
      throw new IllegalStateException("the option \"%s\" was not set".formatted(option.key()));
    }
    return value;
  }
}
