package coterie.sim.statistics;

import coterie.sim.SeededRandom;
import java.util.Arrays;
import java.util.List;

/**
 * The samples of several runs in one order, each still known by its run, so that a quantile can be
 * asked for of any choice of runs.
 */
final class Pooled {
  private static final int DRAWS = 400;
  private static final double TAIL = 0.025;

  private long[] values = new long[0];
  private int[] runs = new int[0];
  private final int[] counts;
  private final int heard;

  Pooled(List<Samples> samples) {
    this.counts = samples.stream().mapToInt(Samples::count).toArray();
    this.heard = (int) samples.stream().filter(s -> !s.isEmpty()).count();
    merge(samples, 0, samples.size());
  }

  /** The quantile of all, and between which bounds it lies in 95 of 100 choices of runs. */
  Estimate quantile(double share) {
    if (values.length == 0) {
      return Estimate.NONE;
    }
    double value = values[Samples.rank(share, values.length)];
    if (heard < 2) {
      return new Estimate(value, Double.NaN, Double.NaN, heard);
    }
    double[] drawn = draws(share);
    return new Estimate(
        value,
        drawn[Samples.rank(TAIL, drawn.length)],
        drawn[Samples.rank(1 - TAIL, drawn.length)],
        heard);
  }

  private double[] draws(double share) {
    SeededRandom random = new SeededRandom(1, DRAWS);
    double[] drawn = new double[DRAWS];
    int kept = 0;
    for (int i = 0; i < DRAWS; i++) {
      int[] weights = new int[counts.length];
      long total = 0;
      for (int k = 0; k < counts.length; k++) {
        int run = (int) random.below(counts.length);
        weights[run]++;
        total += counts[run];
      }
      if (total > 0) {
        drawn[kept++] = weighted(share, weights, total);
      }
    }
    double[] sorted = Arrays.copyOf(drawn, kept);
    Arrays.sort(sorted);
    return sorted;
  }

  private long weighted(double share, int[] weights, long total) {
    long left = Samples.rank(share, total);
    int index = 0;
    while ((left -= weights[runs[index]]) >= 0) {
      index++;
    }
    return values[index];
  }

  /** A merge sort over runs that are sorted already. */
  private void merge(List<Samples> samples, int from, int to) {
    if (to - from <= 1) {
      take(samples, from, to);
      return;
    }
    int middle = (from + to) / 2;
    merge(samples, from, middle);
    long[] left = values;
    int[] leftRuns = runs;
    merge(samples, middle, to);
    long[] right = values;
    int[] rightRuns = runs;
    values = new long[left.length + right.length];
    runs = new int[values.length];
    int i = 0;
    int k = 0;
    for (int at = 0; at < values.length; at++) {
      boolean isLeft = k == right.length || (i < left.length && left[i] <= right[k]);
      values[at] = isLeft ? left[i] : right[k];
      runs[at] = isLeft ? leftRuns[i++] : rightRuns[k++];
    }
  }

  private void take(List<Samples> samples, int from, int to) {
    int count = from == to ? 0 : samples.get(from).count();
    values = new long[count];
    runs = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = samples.get(from).at(i);
      runs[i] = from;
    }
  }
}
