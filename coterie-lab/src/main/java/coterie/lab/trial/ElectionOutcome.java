package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.sim.statistics.Estimate;
import coterie.sim.statistics.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What all runs of one election with one setting on one network came to.
 *
 * @param afterCrash seconds from a crash until the group agrees
 * @param afterReturn seconds from the return of who has crashed until the group agrees
 * @param messages of an election after a crash
 * @param twoShare the share of runs in which two led at one instant
 * @param twoLongest for how many seconds, at most
 * @param twoTotal for how many seconds in all runs together
 * @param leaderlessShare the share of all time in which the group did not agree
 * @param violations of what a fencing token promises, each with its run
 * @param first the first of the runs
 */
public record ElectionOutcome(
    Spans afterCrash,
    Spans afterReturn,
    Samples messages,
    double twoShare,
    double twoLongest,
    double twoTotal,
    double leaderlessShare,
    List<Violation> violations,
    ElectionRun.Result first) {
  private static final double NEVER_SECONDS = ElectionRun.NEVER / 2.0 / TimeText.SECOND;

  public record Violation(ElectionRun.Result run, String sentence) {}

  /**
   * Times until the group agreed.
   *
   * @param never how often it did not
   */
  public record Spans(Samples reached, long never) {
    public long count() {
      return reached.count() + never;
    }

    private Samples all() {
      long[] all = new long[Math.toIntExact(count())];
      Arrays.fill(all, ElectionRun.NEVER);
      for (int i = 0; i < reached.count(); i++) {
        all[i] = reached.at(i);
      }
      return Samples.of(all);
    }

    /**
     * The time in seconds within which that share has agreed; infinite if less ever has, NaN
     * without any election.
     */
    public double quantile(double share) {
      if (count() == 0) {
        return Double.NaN;
      }
      int rank = (int) Math.max(0, Math.ceil(share * count() - 1e-9) - 1);
      return rank < reached.count()
          ? (double) reached.at(rank) / TimeText.SECOND
          : Double.POSITIVE_INFINITY;
    }
  }

  /**
   * A quantile with its interval, which comes from drawing runs again; infinite where fewer have
   * ever agreed.
   *
   * @param runs the times of each run by itself
   */
  public static Estimate quantile(double share, List<Spans> runs) {
    Estimate all = Estimate.ofQuantile(runs.stream().map(Spans::all).toList(), share);
    return new Estimate(reached(all.value()), reached(all.low()), reached(all.high()), all.runs());
  }

  private static double reached(double seconds) {
    return seconds >= NEVER_SECONDS ? Double.POSITIVE_INFINITY : seconds;
  }

  static ElectionOutcome of(List<ElectionRun.Result> runs) {
    double length = runs.stream().mapToLong(ElectionRun.Result::lengthNanos).sum();
    double leaderless = runs.stream().mapToLong(ElectionRun.Result::leaderlessNanos).sum();
    long two = runs.stream().filter(run -> run.twoLeaders().stretches() > 0).count();
    long longest = runs.stream().mapToLong(run -> run.twoLeaders().longestNanos()).max().orElse(0);
    long total = runs.stream().mapToLong(run -> run.twoLeaders().totalNanos()).sum();
    return new ElectionOutcome(
        spans(runs, ElectionRun.Result::afterCrash),
        spans(runs, ElectionRun.Result::afterReturn),
        samples(runs, ElectionRun.Result::messages),
        (double) two / runs.size(),
        (double) longest / TimeText.SECOND,
        (double) total / TimeText.SECOND,
        leaderless / length,
        runs.stream()
            .flatMap(run -> run.violations().stream().map(text -> new Violation(run, text)))
            .toList(),
        runs.getFirst());
  }

  private static Spans spans(
      List<ElectionRun.Result> runs, Function<ElectionRun.Result, List<Long>> part) {
    Samples all = samples(runs, part);
    int never = 0;
    while (never < all.count() && all.at(all.count() - 1 - never) == ElectionRun.NEVER) {
      never++;
    }
    long[] reached = new long[all.count() - never];
    for (int i = 0; i < reached.length; i++) {
      reached[i] = all.at(i);
    }
    return new Spans(Samples.of(reached), never);
  }

  private static Samples samples(
      List<ElectionRun.Result> runs, Function<ElectionRun.Result, List<Long>> part) {
    return Samples.of(
        runs.stream()
            .flatMap(run -> part.apply(run).stream())
            .mapToLong(Long::longValue)
            .toArray());
  }
}
