package coterie.sim.check.detect;

import coterie.core.TimeText;
import coterie.sim.statistics.Estimate;
import coterie.sim.statistics.Samples;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The figures of many runs that differ in their seed. The same set of runs gives the same figures,
 * to the last bit, in whatever order they were added or merged. Not safe for several threads: give
 * each its own and merge them.
 *
 * <p>Rates, shares and means are quotients of two totals over all seeds; their interval comes from
 * how much the seeds differ (ratio estimator with Student's t). A quantile is that of all samples
 * of all seeds; its interval comes from drawing seeds again with replacement (a bootstrap of whole
 * runs, always with the same draws), because the samples of one run depend on each other.
 */
public final class Summary {
  private static final double HOUR = 3600;

  /** What is kept of one run: the samples of mistakes can be millions, so only their totals. */
  private record Row(
      Samples detection,
      Samples knownToAll,
      Samples trust,
      double detectionSeconds,
      double awaited,
      double mistakes,
      double pairSeconds,
      double mistakenSeconds,
      double upSeconds,
      double messages,
      double bytes) {
    static Row of(Quality quality) {
      Long bytes = quality.bytes();
      return new Row(
          quality.detection(),
          quality.knownToAll(),
          quality.trust(),
          quality.detection().sum() / TimeText.SECOND,
          (double) quality.detection().count() + quality.undetected() + quality.missed(),
          quality.mistakes(),
          quality.pairSeconds(),
          quality.mistakenSeconds(),
          quality.upSeconds(),
          quality.messages(),
          bytes == null ? Double.NaN : bytes);
    }

    double detected() {
      return detection.count();
    }

    double goodSeconds() {
      return pairSeconds - mistakenSeconds;
    }
  }

  private final SortedMap<Long, Row> rows = new TreeMap<>();

  /** Adds a run; each seed counts once. */
  public void add(long seed, Quality quality) {
    add(seed, Row.of(quality));
  }

  /** Adds all runs of another summary. */
  public void merge(Summary other) {
    other.rows.forEach(this::add);
  }

  private void add(long seed, Row row) {
    if (rows.putIfAbsent(seed, row) != null) {
      throw new IllegalArgumentException("seed %d is in the summary already".formatted(seed));
    }
  }

  /** How many seeds there are. */
  public int runs() {
    return rows.size();
  }

  /** That figure over all seeds. Drawing the interval of a quantile takes a moment. */
  public Estimate figure(Figure figure) {
    return switch (figure) {
      case DETECTION_MEDIAN -> quantile(Row::detection, 0.5);
      case DETECTION_P99 -> quantile(Row::detection, 0.99);
      case DETECTION_MEAN -> ratio(Row::detectionSeconds, Row::detected);
      case DETECTED -> share(ratio(Row::detected, Row::awaited));
      case KNOWN_MEDIAN -> quantile(Row::knownToAll, 0.5);
      case KNOWN_P99 -> quantile(Row::knownToAll, 0.99);
      case TRUST_MEDIAN -> quantile(Row::trust, 0.5);
      case MISTAKES_PER_MEMBER_HOUR -> ratio(row -> row.mistakes * HOUR, Row::upSeconds);
      case MISTAKES_PER_PAIR_HOUR -> ratio(row -> row.mistakes * HOUR, Row::pairSeconds);
      case RECURRENCE -> ratio(Row::pairSeconds, Row::mistakes);
      case DURATION -> ratio(Row::mistakenSeconds, Row::mistakes);
      case GOOD_PERIOD -> ratio(Row::goodSeconds, Row::mistakes);
      case ACCURACY -> share(ratio(Row::goodSeconds, Row::pairSeconds));
      case MESSAGES -> ratio(Row::messages, Row::upSeconds);
      case BYTES -> ratio(Row::bytes, Row::upSeconds);
    };
  }

  private static Estimate share(Estimate open) {
    return new Estimate(open.value(), open.low(), Math.min(1, open.high()), open.runs());
  }

  private Estimate quantile(Function<Row, Samples> part, double share) {
    List<Samples> samples = rows.values().stream().map(part).toList();
    return Estimate.ofQuantile(samples, share);
  }

  private Estimate ratio(ToDoubleFunction<Row> upper, ToDoubleFunction<Row> lower) {
    return Estimate.ofRatio(
        rows.values().stream().mapToDouble(upper).toArray(),
        rows.values().stream().mapToDouble(lower).toArray());
  }
}
