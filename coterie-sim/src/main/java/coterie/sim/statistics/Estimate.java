package coterie.sim.statistics;

import coterie.core.TimeText;
import java.util.List;

/**
 * A figure over many seeds with its 95 % confidence interval. Where one seed only could tell, the
 * bounds are not numbers; where none could, nor is the value. An interval of no width says that all
 * seeds gave the same, not that there is no doubt.
 *
 * @param runs how many seeds had something to say
 */
public record Estimate(double value, double low, double high, int runs) {
  private static final double CONFIDENCE = 0.95;

  static final Estimate NONE = new Estimate(Double.NaN, Double.NaN, Double.NaN, 0);

  /**
   * One total divided by another, each the sum over all seeds; the interval comes from how much the
   * seeds differ (ratio estimator with Student's t).
   */
  public static Estimate ofRatio(double[] uppers, double[] lowers) {
    double above = 0;
    double below = 0;
    int heard = 0;
    for (int i = 0; i < uppers.length; i++) {
      above += uppers[i];
      below += lowers[i];
      heard += lowers[i] > 0 ? 1 : 0;
    }
    double value = above / below;
    int count = uppers.length;
    if (count < 2 || !Double.isFinite(value)) {
      return new Estimate(value, Double.NaN, Double.NaN, heard);
    }
    double squares = 0;
    for (int i = 0; i < count; i++) {
      double error = uppers[i] - value * lowers[i];
      squares += error * error;
    }
    double deviation = Math.sqrt(squares * count / (count - 1)) / below;
    double half = StudentT.quantile(CONFIDENCE, count - 1) * deviation;
    return new Estimate(value, Math.max(0, value - half), value + half, heard);
  }

  /**
   * The quantile, in seconds, of the samples of all seeds; the interval comes from drawing seeds
   * again with replacement. Drawing takes a moment.
   */
  public static Estimate ofQuantile(List<Samples> ofSeeds, double share) {
    Estimate nanos = new Pooled(ofSeeds).quantile(share);
    double second = TimeText.SECOND;
    return new Estimate(nanos.value / second, nanos.low / second, nanos.high / second, nanos.runs);
  }

  public boolean isKnown() {
    return !Double.isNaN(value);
  }

  public boolean contains(double other) {
    return low <= other && other <= high;
  }

  /** Half of the interval's width, for "value ± this". */
  public double halfWidth() {
    return (high - low) / 2;
  }
}
