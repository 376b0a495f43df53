package coterie.lab.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Where values lie between two ends of a scale, and which of them are named. A scale is linear, or
 * it gives equal factors equal lengths.
 *
 * @param ticks the values that are named
 * @param minor the values that get a line, but no name
 */
public record Axis(
    double low,
    double high,
    boolean isLog,
    double start,
    double end,
    List<Double> ticks,
    List<Double> minor) {
  private static final double LOG_FROM = 32;
  private static final int TICKS = 5;
  private static final int DECADES = 6;

  /** The given values, in equal steps where they double. */
  static Axis doubling(List<Double> values, double start, double end) {
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double high = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    // Half a step of room on both sides; a single value comes to lie in the middle.
    return new Axis(low / 1.4, high * 1.4, true, start, end, List.copyOf(values), List.of());
  }

  /** A scale that suits values of that range. */
  static Axis values(double least, double greatest, double start, double end) {
    if (least > 0 && greatest / least >= LOG_FROM) {
      return byTens(least, greatest, start, end);
    }
    double step = step((greatest - Math.min(0, least)) / TICKS);
    double low = Math.min(0, StrictMath.floor(least / step) * step);
    double high = Math.max(low + step, StrictMath.ceil(greatest * 1.001 / step) * step);
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; low + i * step <= high * 1.0001; i++) {
      ticks.add(low + i * step);
    }
    return new Axis(low, high, false, start, end, ticks, List.of());
  }

  /** A scale on which equal factors have equal lengths. */
  static Axis byTens(double least, double greatest, double start, double end) {
    int first = (int) StrictMath.floor(StrictMath.log10(least));
    int last = (int) StrictMath.ceil(StrictMath.log10(greatest));
    int every = Math.ceilDiv(last - first, DECADES);
    List<Double> ticks = new ArrayList<>();
    List<Double> minor = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      double ten = StrictMath.pow(10, i);
      ((i - first) % every == 0 ? ticks : minor).add(ten);
      if (i < last && every == 1) {
        minor.add(2 * ten);
        minor.add(5 * ten);
      }
    }
    double low = below(least);
    double high = step(greatest);
    ticks.removeIf(at -> at < low || at > high);
    minor.removeIf(at -> at < low || at > high);
    return new Axis(low, high, true, start, end, ticks, minor);
  }

  private static double below(double atMost) {
    double next = step(atMost);
    return next == atMost ? next : step(next / 2.6);
  }

  /** The next of 1, 2, 5, 10, 20, 50, ... */
  private static double step(double atLeast) {
    if (atLeast <= 0) {
      return 1;
    }
    double ten = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(atLeast)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * ten >= atLeast) {
        return factor * ten;
      }
    }
    return 10 * ten;
  }

  /** The values to name where few decades leave few ticks: then the minor ones have room, too. */
  List<Double> named() {
    if (!isLog || ticks.size() > 2) {
      return ticks;
    }
    List<Double> all = new ArrayList<>(ticks);
    all.addAll(minor);
    all.sort(null);
    return all;
  }

  double place(double value) {
    double part =
        isLog
            ? StrictMath.log(value / low) / StrictMath.log(high / low)
            : (value - low) / (high - low);
    return start + part * (end - start);
  }

  /**
   * Writes a number with at most four digits that count; thousands as k, millions as M. What is
   * infinite never came, and what is not a number is not known.
   */
  public static String label(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "-" : "never";
    }
    if (Math.abs(value) >= 1e6) {
      return plain(value / 1e6) + "M";
    }
    return Math.abs(value) >= 1e4 ? plain(value / 1e3) + "k" : plain(value);
  }

  private static String plain(double value) {
    BigDecimal rounded = new BigDecimal(value, new MathContext(4));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
