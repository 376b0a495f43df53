package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.sim.check.detect.Figure;
import coterie.sim.check.detect.Quality;
import coterie.sim.check.detect.Summary;
import coterie.sim.statistics.Estimate;
import coterie.sim.statistics.Samples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What all runs of one detector with one setting on one network came to.
 *
 * @param crashes of all runs together
 * @param groupHours simulated time of all runs together
 * @param reachMedian the seconds within which half of all pairs of a crash and an observer were
 *     detected; infinite if fewer ever were
 * @param reachP99 the same for 99 of 100 pairs
 * @param knownMedian the seconds within which half of all crashes were known to all; infinite if
 *     fewer ever were
 */
public record DetectorOutcome(
    Map<Figure, Estimate> figures,
    long crashes,
    long mistakes,
    double groupHours,
    double reachMedian,
    double reachP99,
    double knownMedian) {
  /** Nothing seen in a time: at 95 %, fewer than this number are to be expected in such a time. */
  public static final double RULE_OF_THREE = 3;

  private static final double HOUR = 3600;

  /** What a run says of every single mistake can be much, so it is not kept. */
  static final class Runs implements RunTally<Quality, DetectorOutcome> {
    private final Summary summary = new Summary();
    private final List<Samples> detections = new ArrayList<>();
    private final List<Samples> known = new ArrayList<>();
    private long unseen;
    private long unknown;
    private long crashes;
    private long mistakes;
    private double seconds;

    @Override
    public int add(long seed, Quality run) {
      summary.add(seed, run);
      detections.add(run.detection());
      known.add(run.knownToAll());
      unknown += run.unknownToAll();
      unseen += run.undetected() + run.missed();
      crashes += run.knownToAll().count() + run.unknownToAll();
      mistakes += run.mistakes();
      seconds += run.lengthSeconds();
      return summary.runs();
    }

    @Override
    public DetectorOutcome outcome() {
      Map<Figure, Estimate> figures = new EnumMap<>(Figure.class);
      for (Figure figure : Figure.values()) {
        figures.put(figure, summary.figure(figure));
      }
      long[] sorted = sorted(detections);
      return new DetectorOutcome(
          figures,
          crashes,
          mistakes,
          seconds / HOUR,
          reach(sorted, unseen, 0.5),
          reach(sorted, unseen, 0.99),
          reach(sorted(known), unknown, 0.5));
    }

    private static long[] sorted(List<Samples> samples) {
      return samples.stream().flatMapToLong(Runs::all).sorted().toArray();
    }

    private static LongStream all(Samples samples) {
      return IntStream.range(0, samples.count()).mapToLong(samples::at);
    }
  }

  private static double reach(long[] sorted, long never, double share) {
    long pairs = sorted.length + never;
    int rank = (int) Math.max(0, Math.ceil(share * pairs - 1e-9) - 1);
    if (pairs == 0) {
      return Double.NaN;
    }
    return rank < sorted.length
        ? (double) sorted[rank] / TimeText.SECOND
        : Double.POSITIVE_INFINITY;
  }

  public Estimate figure(Figure figure) {
    return figures.getOrDefault(figure, new Estimate(Double.NaN, Double.NaN, Double.NaN, 0));
  }

  public double mistakesPerHour() {
    return figure(Figure.MISTAKES_PER_MEMBER_HOUR).value();
  }

  /**
   * Returns how many mistakes a member makes in an hour at most, at 95 %. Mistakes come in clumps:
   * when one member is paused, all others may suspect it. So the time that counts where none, or
   * few, were seen is that of the group, and not that of all its members added up.
   */
  public double mistakesPerHourAtMost() {
    double shown = RULE_OF_THREE / groupHours;
    double high = figure(Figure.MISTAKES_PER_MEMBER_HOUR).high();
    return mistakes == 0 || Double.isNaN(high) ? shown : Math.max(high, shown);
  }
}
