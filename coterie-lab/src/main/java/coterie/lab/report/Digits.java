package coterie.lab.report;

import coterie.recipe.Cost;
import coterie.sim.statistics.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the figures of comparisons are written, for people and for programs. */
public final class Digits {
  private Digits() {}

  /** Three digits that count. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (Double.isInfinite(value)) {
      return "never";
    }
    BigDecimal rounded = new BigDecimal(value, new MathContext(3));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** With its 95 % interval, and no more digits than that supports: 3s (1..5). */
  public static String estimate(Estimate estimate, String unit) {
    if (!Double.isFinite(estimate.value())) {
      return "-";
    }
    int decimals = decimals(estimate);
    String value = fixed(estimate.value(), decimals) + unit;
    return isWide(estimate)
        ? "%s (%s..%s)"
            .formatted(value, fixed(estimate.low(), decimals), fixed(estimate.high(), decimals))
        : value;
  }

  /** The same without the interval. */
  public static String supported(Estimate estimate) {
    return Double.isFinite(estimate.value())
        ? fixed(estimate.value(), decimals(estimate))
        : number(estimate.value());
  }

  /** A share with as many decimals as its interval supports; all is 100 %, and only all is. */
  public static String share(Estimate estimate) {
    Estimate percent =
        new Estimate(
            100 * estimate.value(), 100 * estimate.low(), 100 * estimate.high(), estimate.runs());
    boolean isAll = estimate.value() == 1;
    return isAll ? "100%" : share(estimate.value(), Math.max(1, decimals(percent)));
  }

  private static boolean isWide(Estimate estimate) {
    return estimate.high() > estimate.low();
  }

  /** Down to the first digit of half the interval; three digits where all seeds say the same. */
  private static int decimals(Estimate estimate) {
    double value = Math.abs(estimate.value());
    int few = isWide(estimate) || !Double.isNaN(estimate.low()) ? 3 : 2;
    int most = value == 0 ? few : few - 1 - (int) Math.floor(Math.log10(value));
    return isWide(estimate)
        ? Math.min(most, -(int) Math.floor(Math.log10(estimate.halfWidth())))
        : most;
  }

  private static String fixed(double value, int decimals) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Seconds, or milliseconds where there are few; a dash where it is not known, or never. */
  public static String time(double seconds) {
    if (!Double.isFinite(seconds)) {
      return "-";
    }
    return seconds > 0 && seconds < 0.1 ? number(seconds * 1000) + "ms" : number(seconds) + "s";
  }

  /** All is 100 %, and only all is. */
  public static String share(double share, int decimals) {
    if (Double.isNaN(share)) {
      return "-";
    }
    String text = String.format(Locale.ROOT, "%." + decimals + "f", share * 100);
    boolean isRoundedUp = share < 1 && Double.parseDouble(text) == 100;
    return (isRoundedUp ? "99." + "9".repeat(decimals) : text) + "%";
  }

  /** How many messages are lost, in words. */
  public static String loss(double loss) {
    return loss == 0 ? "no loss" : number(loss * 100) + " % loss";
  }

  /** From the least to the most of these formulas. */
  public static String range(List<Cost> costs) {
    if (costs.isEmpty()) {
      return "-";
    }
    long least = costs.getFirst().messages();
    long most = costs.getLast().messages();
    return least == most ? Long.toString(least) : least + ".." + most;
  }

  /** Under which formulas messages are counted. */
  public static String formulas(List<Cost> costs) {
    return costs.stream()
        .map(cost -> "%s %s".formatted(cost.when(), cost.formula()))
        .collect(Collectors.joining(", "));
  }
}
