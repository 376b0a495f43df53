package coterie.lab.session.compare;

import coterie.sim.statistics.Estimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure that charts show.
 *
 * @param key its name in JSON, the same as in the rows of {@code compare --json} where both have it
 * @param label what an axis says
 * @param unit such as s; empty for a number
 * @param better whether a low or a high value is the better one; empty if neither is
 * @param help a sentence
 * @param value of all runs together, given these and each run by itself
 */
record ChartFigure<O>(
    String key,
    String label,
    String unit,
    String better,
    String help,
    BiFunction<O, List<O>, Estimate> value) {

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("key", key);
    json.put("label", label);
    json.put("unit", unit);
    json.put("better", better);
    json.put("help", help);
    return json;
  }

  /** The value of that run. */
  double alone(O run) {
    return value.apply(run, List.of(run)).value();
  }

  /** Returns a number as JSON; null stands for a figure that has no value. */
  static @Nullable Object plain(double value) {
    return Double.isInfinite(value) ? "never" : Double.isNaN(value) ? null : (Object) value;
  }
}
