package coterie.lab.flag;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command line says: flags, which begin with dashes, and their values.
 *
 * @param values those that were given
 * @param defaults those of flags that were not given
 */
public record Given(Map<String, List<String>> values, Map<String, List<String>> defaults) {
  public Given {
    values = Map.copyOf(values);
    defaults = Map.copyOf(defaults);
  }

  /** Whether the caller gave it. */
  public boolean has(String flag) {
    return values.containsKey(flag);
  }

  /** All its values, or its defaults; none if it has neither. */
  public List<String> all(String flag) {
    return values.getOrDefault(flag, defaults.getOrDefault(flag, List.of()));
  }

  /** Its only value, or its default; null if it has neither. */
  public @Nullable String find(String flag) {
    List<String> all = all(flag);
    return all.isEmpty() ? null : all.getLast();
  }

  /** Its only value, or its default. */
  public String value(String flag) {
    String value = find(flag);
    if (value == null) {
      throw new IllegalStateException(flag + " has no default");
    }
    return value;
  }

  /** The same with other defaults. */
  public Given presuming(Map<String, List<String>> others) {
    Map<String, List<String>> changed = new LinkedHashMap<>(defaults);
    changed.putAll(others);
    return new Given(values, changed);
  }
}
