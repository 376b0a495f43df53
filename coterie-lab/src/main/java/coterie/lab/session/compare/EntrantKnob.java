package coterie.lab.session.compare;

import coterie.core.TimeText;
import coterie.lab.trial.Entrant;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The setting of an entrant that is moved first. A detector says which that is; for elections and
 * locks it is the time after which they act.
 *
 * @param values from small to large
 * @param value the one that the entrant has
 */
record EntrantKnob(String setting, String help, List<String> values, String value) {
  /** Names of such times, the more telling ones first. */
  private static final List<String> TIMES =
      List.of("silence", "lease", "doubt", "timeout-max", "retry", "timeout", "linger");

  private static final List<Double> FACTORS = List.of(0.25, 0.5, 1.0, 2.0, 4.0);

  /** Returns null for an entrant that has no such setting. */
  static @Nullable EntrantKnob of(Entrant entrant) {
    if (entrant.recipe() instanceof DetectorRecipe detector && !detector.knobs().isEmpty()) {
      DetectorRecipe.Knob knob = detector.knobs().getFirst();
      Setting setting = setting(entrant, knob.setting());
      return setting == null ? null : of(entrant, setting, knob.values());
    }
    for (String name : TIMES) {
      Setting setting = setting(entrant, name);
      Setting detector = setting(entrant, "detector");
      boolean isUnused =
          name.equals("silence") && detector != null && value(entrant, detector).equals("none");
      if (setting != null && setting.kind() == Setting.Kind.DURATION && !isUnused) {
        return of(entrant, setting, around(value(entrant, setting)));
      }
    }
    return null;
  }

  private static EntrantKnob of(Entrant entrant, Setting setting, List<String> values) {
    return new EntrantKnob(setting.name(), setting.help(), values, value(entrant, setting));
  }

  private static List<String> around(String time) {
    long nanos = TimeText.parse(time);
    TreeSet<Long> values = new TreeSet<>();
    FACTORS.forEach(factor -> values.add(Math.round(nanos * factor)));
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(text(value)));
    return texts;
  }

  /** A time below a second in milliseconds, which people rather read. */
  private static String text(long nanos) {
    long milli = TimeText.SECOND / 1000;
    return nanos < TimeText.SECOND && nanos % milli == 0
        ? nanos / milli + "ms"
        : TimeText.format(nanos) + "s";
  }

  private static @Nullable Setting setting(Entrant entrant, String name) {
    return entrant.recipe().settings().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static String value(Entrant entrant, Setting setting) {
    return Objects.requireNonNullElse(entrant.settings().get(setting.name()), setting.fallback());
  }
}
