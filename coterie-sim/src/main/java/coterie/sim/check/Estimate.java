package coterie.sim.check;

/**
 * A figure over many seeds with its 95 % confidence interval. Where one seed only could tell, the
 * bounds are not numbers; where none could, nor is the value. An interval of no width says that all
 * seeds gave the same, not that there is no doubt.
 *
 * @param runs how many seeds had something to say
 */
public record Estimate(double value, double low, double high, int runs) {
  static final Estimate NONE = new Estimate(Double.NaN, Double.NaN, Double.NaN, 0);

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
