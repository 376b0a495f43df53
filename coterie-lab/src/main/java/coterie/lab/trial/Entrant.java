package coterie.lab.trial;

import coterie.recipe.Recipe;
import java.util.SortedMap;

/** What takes part in a comparison: a protocol with the settings that it runs with. */
public interface Entrant {
  Recipe recipe();

  /** Those that are given; the others are the recipe's fallbacks. */
  SortedMap<String, String> settings();

  default String name() {
    return recipe().name();
  }

  /** Whether it has a setting of that name. */
  default boolean knows(String setting) {
    return recipe().settings().stream().anyMatch(known -> known.name().equals(setting));
  }

  /** The settings as flags of {@code coterie sim}, each after a blank. */
  default String flags() {
    StringBuilder flags = new StringBuilder();
    settings().forEach((name, value) -> flags.append(" --%s %s".formatted(name, value)));
    return flags.toString();
  }
}
