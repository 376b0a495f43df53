package coterie.core;

import java.util.List;
import java.util.Map;

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

  /**
   * What can be moved, at least one. The first knob trades detection time against mistakes; the
   * others, such as the period, change the traffic as well.
   */
  List<Knob> knobs();
}
