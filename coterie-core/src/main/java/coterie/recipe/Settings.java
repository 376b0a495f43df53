package coterie.recipe;

import coterie.core.TimeText;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The values of a recipe's settings: those given, checked, and the fallbacks of the others. */
public final class Settings {
  private final SortedMap<String, String> values = new TreeMap<>();
  private final Set<String> given;

  public Settings(List<Setting> known, Map<String, String> given) {
    this.given = new TreeSet<>(given.keySet());
    for (Setting setting : known) {
      String text = given.getOrDefault(setting.name(), setting.fallback());
      setting.check(text);
      values.put(setting.name(), text);
    }
    for (String name : this.given) {
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException(
            "there is no setting \"%s\"; there is %s".formatted(name, names(known)));
      }
    }
  }

  /** Makes a map, in the order of names, of names and the values that follow them. */
  public static SortedMap<String, String> values(String... namesAndValues) {
    SortedMap<String, String> map = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Collections.unmodifiableSortedMap(map);
  }

  /**
   * Whether a value was given, even if it is the fallback's; not so, the fallback stands for it.
   */
  public boolean isGiven(String name) {
    return given.contains(name);
  }

  public long nanos(String name) {
    return TimeText.parse(text(name));
  }

  /** The number; for all there are, as far as that may be said, {@link Long#MAX_VALUE}. */
  public long count(String name) {
    String text = text(name);
    return text.equals(Setting.ALL) ? Long.MAX_VALUE : Long.parseLong(text);
  }

  /** Whether names were given where a number of things may be, too. */
  public boolean isNames(String name) {
    return !text(name).matches("[0-9]+");
  }

  /** The names, in the order in which they were given. */
  public List<String> names(String name) {
    return List.of(text(name).split(","));
  }

  public double decimal(String name) {
    return parseDecimal(text(name));
  }

  /**
   * Reads a number from 0 such as 0.05 or, which is the same, 5%; NaN where the text is neither.
   */
  public static double parseDecimal(String text) {
    boolean isPercent = text.endsWith("%");
    String number = isPercent ? text.substring(0, text.length() - 1) : text;
    if (!number.matches("[0-9]{1,9}([.][0-9]{1,30})?")) {
      return Double.NaN;
    }
    // Not divided by 100, which would make 5% a little less or more than 0.05.
    return new BigDecimal(number).movePointLeft(isPercent ? 2 : 0).doubleValue();
  }

  public boolean flag(String name) {
    return text(name).equals("true");
  }

  public String word(String name) {
    return text(name);
  }

  private String text(String name) {
    String text = values.get(name);
    if (text == null) {
      throw new IllegalArgumentException("the recipe does not declare the setting " + name);
    }
    return text;
  }

  private static String names(List<Setting> known) {
    return known.isEmpty()
        ? "none"
        : known.stream().map(Setting::name).collect(Collectors.joining(", "));
  }
}
