package coterie.lab.sweep;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The smallest, the mean and the largest of some numbers. */
public final class Spread {
  private long count;
  private double sum;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  void add(double value) {
    count++;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  public long count() {
    return count;
  }

  public double min() {
    return min;
  }

  public double mean() {
    return count == 0 ? Double.NaN : sum / count;
  }

  public double max() {
    return max;
  }

  public String shortMin() {
    return text(min);
  }

  public String shortMax() {
    return text(max);
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("min", count == 0 ? null : min);
    json.put("mean", count == 0 ? null : mean());
    json.put("max", count == 0 ? null : max);
    return json;
  }

  private String text(double value) {
    if (count == 0) {
      return "-";
    }
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
