package coterie.recipe;

import coterie.core.Note;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A failure detector that can be asked for by name, judged, compared with others, and tuned. */
public interface DetectorRecipe extends Recipe {
  /**
   * A setting that can be moved.
   *
   * @param values from the fastest to the most careful; each is a value that the setting allows
   */
  record Knob(String setting, List<String> values) {
    public Knob {
      values = List.copyOf(values);
    }
  }

  /** Sets the pace of a detector that runs below another protocol. */
  @FunctionalInterface
  interface Pace {
    /** Does what {@link DetectorRecipe#below} says. */
    Map<String, String> below(long periodNanos, long silenceNanos);
  }

  /**
   * A detector as a value.
   *
   * @param telling decides {@link #tellsAll}
   * @param pace decides {@link #below}; null for a detector that does not run below others
   */
  record Value(
      String name,
      String summary,
      List<Setting> settings,
      boolean confirms,
      Predicate<Settings> telling,
      Map<String, String> laboratory,
      List<Knob> knobs,
      Map<String, String> service,
      @Nullable Pace pace,
      Maker maker)
      implements DetectorRecipe, Made {
    @Override
    public boolean tellsAll(Settings given) {
      return telling.test(given);
    }

    @Override
    public @Nullable Map<String, String> below(long periodNanos, long silenceNanos) {
      return pace == null ? null : pace.below(periodNanos, silenceNanos);
    }
  }

  /**
   * Which note is the verdict: {@link Note.Failed} if true, as with a membership protocol, where a
   * suspicion is only the first word; {@link Note.Suspected} otherwise.
   */
  default boolean confirms() {
    return false;
  }

  /**
   * Returns whether with these settings every correct process learns of every crash (strong
   * completeness), so that there is a moment at which all know it.
   */
  default boolean tellsAll(Settings settings) {
    return true;
  }

  /**
   * The settings with which it is compared with other detectors: a period of a second, and a group
   * that is already together.
   */
  Map<String, String> laboratory();

  /** Returns the settings that suit a service in a data centre; the others suit textbooks. */
  default Map<String, String> service() {
    return Settings.values();
  }

  /**
   * Returns the settings with which it runs below another protocol, such as an election; null if it
   * does not run below others.
   *
   * @param periodNanos the time from one sign of life to the next
   * @param silenceNanos how long a process may be silent, for detectors that can be told so
   * @throws IllegalArgumentException if the two do not suit each other
   */
  default @Nullable Map<String, String> below(long periodNanos, long silenceNanos) {
    return null;
  }

  /**
   * What can be moved, at least one. The first knob trades detection time against mistakes; the
   * others, such as the period, change the traffic as well.
   */
  List<Knob> knobs();
}
