package coterie.lab.trial;

import coterie.core.View;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;

/** Changes the settings of those who take part in a comparison, and checks what comes of it. */
public final class Entrants {
  /** Stands for everybody that has the setting. */
  private static final String ALL = "all";

  private Entrants() {}

  /**
   * Gives those who take part a setting that was changed.
   *
   * @param change NAME.SETTING=VALUE
   * @param form how a change looks, for the error
   */
  static void change(String change, Map<String, ? extends Entrant> chosen, String form) {
    int dot = change.indexOf('.');
    int equals = change.indexOf('=');
    if (dot < 1 || equals < dot + 2) {
      throw new IllegalArgumentException("--set %s: takes %s".formatted(change, form));
    }
    String name = change.substring(0, dot);
    String setting = change.substring(dot + 1, equals);
    List<? extends Entrant> changed =
        chosen.values().stream()
            .filter(one -> name.equals(ALL) ? one.knows(setting) : name.equals(one.name()))
            .toList();
    if (changed.isEmpty()) {
      String wrong =
          name.equals(ALL)
              ? "none of %s has a setting \"" + setting + "\""
              : "\"" + name + "\" does not take part; there is %s";
      throw new IllegalArgumentException(
          "--set %s: %s".formatted(change, wrong.formatted(String.join(", ", chosen.keySet()))));
    }
    changed.forEach(one -> change(change, one, setting, change.substring(equals + 1)));
  }

  private static void change(String change, Entrant entrant, String setting, String value) {
    entrant.settings().put(setting, value);
    try {
      new Settings(entrant.recipe().settings(), entrant.settings());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--set %s: %s".formatted(change, e.getMessage()), e);
    }
  }

  /** Throws where the settings contradict each other or do not suit a group of that size. */
  static void check(Entrant entrant, int nodes) {
    Settings settings = new Settings(entrant.recipe().settings(), entrant.settings());
    try {
      entrant.recipe().blueprint(View.numbered(0, nodes), settings);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s%s: %s".formatted(entrant.name(), entrant.flags(), e.getMessage()), e);
    }
  }

  /** Tells whether the protocol can run so. */
  public static boolean fits(Entrant entrant, int nodes) {
    try {
      check(entrant, nodes);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
