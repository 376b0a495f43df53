package coterie.sim.statistics;

import java.util.Arrays;

/** Measured durations in nanoseconds, sorted, so that every quantile is exact. */
public final class Samples {
  private static final Samples NONE = new Samples(new long[0]);

  private final long[] sorted;

  private Samples(long[] sorted) {
    this.sorted = sorted;
  }

  public static Samples of(long... nanos) {
    if (nanos.length == 0) {
      return NONE;
    }
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Samples(sorted);
  }

  public int count() {
    return sorted.length;
  }

  public boolean isEmpty() {
    return sorted.length == 0;
  }

  /** The one at that place, from the smallest at 0. */
  public long at(int index) {
    return sorted[index];
  }

  /** The smallest value that is not below the given share of all. Throws if there is none. */
  public long quantile(double share) {
    if (isEmpty() || !(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a quantile takes at least one sample and a share from 0 to 1, not %d and %s"
              .formatted(count(), share));
    }
    return sorted[rank(share, sorted.length)];
  }

  public long median() {
    return quantile(0.5);
  }

  public long min() {
    return quantile(0);
  }

  public long max() {
    return quantile(1);
  }

  /** The mean; not a number if there is no sample. */
  public double mean() {
    return sum() / sorted.length;
  }

  /** In order of size, so that the rounding is the same however they came. */
  public double sum() {
    double sum = 0;
    for (long value : sorted) {
      sum += value;
    }
    return sum;
  }

  /** The place of a quantile among that many; a hair less than the exact rank is that rank. */
  static int rank(double share, long count) {
    long rank = (long) Math.ceil(share * count - 1e-9);
    return (int) Math.clamp(rank - 1, 0, count - 1);
  }

  @Override
  public String toString() {
    return Arrays.toString(sorted);
  }
}
