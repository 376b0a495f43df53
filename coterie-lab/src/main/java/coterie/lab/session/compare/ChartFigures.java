package coterie.lab.session.compare;

import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.ElectionOutcome;
import coterie.lab.trial.ElectionOutcome.Spans;
import coterie.lab.trial.MutexOutcome;
import coterie.sim.check.detect.Figure;
import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The figures of charts; the first two are those that a chart begins with. */
final class ChartFigures {
  private static final String LOW = "low";
  private static final String HIGH = "high";
  private static final String SECONDS = "s";
  private static final String PERCENT = "%";

  private ChartFigures() {}

  private static Estimate bare(double value) {
    return new Estimate(value, Double.NaN, Double.NaN, 1);
  }

  private static <O> ChartFigure<O> estimate(
      String key,
      String label,
      String unit,
      String better,
      String help,
      Function<O, Estimate> value) {
    return new ChartFigure<>(key, label, unit, better, help, (all, runs) -> value.apply(all));
  }

  /** A share of runs, or a mean over them, which differs from run to run. */
  private static <O> ChartFigure<O> mean(
      String key,
      String label,
      String unit,
      String better,
      String help,
      ToDoubleFunction<O> ofRun) {
    return new ChartFigure<>(
        key,
        label,
        unit,
        better,
        help,
        (all, runs) -> {
          if (runs.isEmpty()) {
            return bare(ofRun.applyAsDouble(all));
          }
          double[] ones = new double[runs.size()];
          Arrays.fill(ones, 1);
          return Estimate.ofRatio(runs.stream().mapToDouble(ofRun).toArray(), ones);
        });
  }

  /** Half of what was awaited; the interval is that of what came, where it holds the value. */
  private static Estimate reached(DetectorOutcome outcome, double reached, Figure figure) {
    Estimate ofThose = outcome.figure(figure);
    return ofThose.contains(reached)
        ? new Estimate(reached, ofThose.low(), ofThose.high(), ofThose.runs())
        : bare(reached);
  }

  private static Estimate mistakes(DetectorOutcome outcome) {
    Estimate known = outcome.figure(Figure.MISTAKES_PER_MEMBER_HOUR);
    return outcome.mistakes() > 0
        ? known
        : new Estimate(0, 0, outcome.mistakesPerHourAtMost(), known.runs());
  }

  private static Estimate percent(Estimate share) {
    return new Estimate(100 * share.value(), 100 * share.low(), 100 * share.high(), share.runs());
  }

  static List<ChartFigure<DetectorOutcome>> detectors(boolean hasBytes) {
    List<ChartFigure<DetectorOutcome>> all = new ArrayList<>();
    all.add(
        estimate(
            "detectionReachMedian",
            "time to detect a crash, median",
            SECONDS,
            LOW,
            "Half of all pairs of a crash and a process that watches were detected within it.",
            one -> reached(one, one.reachMedian(), Figure.DETECTION_MEDIAN)));
    all.add(
        estimate(
            "mistakesPerMemberHour",
            "mistakes of a process per hour",
            "",
            LOW,
            "A mistake is a suspicion of a process that is up. Where none was seen, the interval"
                + " reaches up to what that rules out at 95 %.",
            ChartFigures::mistakes));
    all.add(
        estimate(
            "detectionReachP99",
            "time to detect a crash, 99th percentile",
            SECONDS,
            LOW,
            "99 of 100 pairs of a crash and a process that watches were detected within it.",
            one -> reached(one, one.reachP99(), Figure.DETECTION_P99)));
    all.add(
        estimate(
            "knownToAllReachMedian",
            "time until all know of a crash, median",
            SECONDS,
            LOW,
            "Half of all crashes were known to all processes within it.",
            one -> reached(one, one.knownMedian(), Figure.KNOWN_MEDIAN)));
    addTraffic(all, hasBytes);
    addMistakes(all);
    return all;
  }

  private static void addTraffic(List<ChartFigure<DetectorOutcome>> all, boolean hasBytes) {
    all.add(
        estimate(
            "messagesPerMemberSecond",
            "messages of a process per second",
            "",
            LOW,
            "Messages that a process sends in a second in which it is up.",
            one -> one.figure(Figure.MESSAGES)));
    if (hasBytes) {
      all.add(
          estimate(
              "bytesPerMemberSecond",
              "bytes of a process per second",
              "",
              LOW,
              "Bytes that a process sends in a second in which it is up.",
              one -> one.figure(Figure.BYTES)));
    }
  }

  private static void addMistakes(List<ChartFigure<DetectorOutcome>> all) {
    all.add(
        estimate(
            "mistakeDuration",
            "duration of a mistake, mean",
            SECONDS,
            LOW,
            "From the beginning of a mistake to its end.",
            one -> one.figure(Figure.DURATION)));
    all.add(
        estimate(
            "accuracy",
            "share of time without a mistake",
            PERCENT,
            HIGH,
            "How likely it is that a process that is up is not suspected by another, when asked.",
            one -> percent(one.figure(Figure.ACCURACY))));
    all.add(
        estimate(
            "detected",
            "crashes that were detected",
            PERCENT,
            HIGH,
            "The share of pairs of a crash and a process that watches that were detected in time.",
            one -> percent(one.figure(Figure.DETECTED))));
  }

  private static ChartFigure<ElectionOutcome> quantile(
      String key, String label, String help, double share, Function<ElectionOutcome, Spans> part) {
    return new ChartFigure<>(
        key,
        label,
        SECONDS,
        LOW,
        help,
        (all, runs) ->
            runs.isEmpty()
                ? bare(part.apply(all).quantile(share))
                : ElectionOutcome.quantile(share, runs.stream().map(part).toList()));
  }

  static List<ChartFigure<ElectionOutcome>> elections() {
    List<ChartFigure<ElectionOutcome>> all = new ArrayList<>();
    all.add(
        quantile(
            "leaderlessMedian",
            "time without a leader after a crash, median",
            "From the crash until all who are up agree on a leader that is up, in half of all"
                + " crashes.",
            0.5,
            ElectionOutcome::afterCrash));
    all.add(
        estimate(
            "messagesMedian",
            "messages of an election, median",
            "",
            LOW,
            "Messages of an election that began while a process was down.",
            one -> bare(one.messages().isEmpty() ? Double.NaN : one.messages().median())));
    all.add(
        quantile(
            "leaderlessP99",
            "time without a leader after a crash, 99th percentile",
            "From the crash until all who are up agree on a leader that is up, in 99 of 100"
                + " crashes.",
            0.99,
            ElectionOutcome::afterCrash));
    all.add(
        quantile(
            "returnMedian",
            "time without a leader after a return, median",
            "From the return of the process that had crashed until all agree on a leader.",
            0.5,
            ElectionOutcome::afterReturn));
    all.add(
        mean(
            "leaderlessShare",
            "share of all time without a leader",
            PERCENT,
            LOW,
            "The share of all simulated time in which the group did not agree on a leader.",
            one -> 100 * one.leaderlessShare()));
    all.add(
        mean(
            "twoLeadersShare",
            "runs with two leaders at one instant",
            PERCENT,
            LOW,
            "The share of runs in which two processes led at one instant.",
            one -> 100 * one.twoShare()));
    return all;
  }

  static List<ChartFigure<MutexOutcome>> locks() {
    List<ChartFigure<MutexOutcome>> all = new ArrayList<>();
    all.add(
        estimate(
            "waitP50",
            "time of waiting, median",
            SECONDS,
            LOW,
            "From asking for the lock to entering, of half of all who entered.",
            MutexOutcome::waitP50));
    all.add(
        estimate(
            "messagesPerEntry",
            "messages per entry",
            "",
            LOW,
            "Messages of the lock itself for each entry that has ended.",
            MutexOutcome::messagesPerEntry));
    all.add(
        estimate(
            "waitP99",
            "time of waiting, 99th percentile",
            SECONDS,
            LOW,
            "From asking for the lock to entering, of 99 of 100 who entered.",
            MutexOutcome::waitP99));
    all.add(
        estimate(
            "throughput",
            "entries per second",
            "",
            HIGH,
            "Entries of all processes together.",
            MutexOutcome::throughput));
    all.add(
        estimate(
            "syncDelay",
            "time from one holder to the next, mean",
            SECONDS,
            LOW,
            "From the release of the lock to the next entry, where somebody waited all the time.",
            MutexOutcome::syncDelay));
    addOfGroup(all);
    return all;
  }

  private static void addOfGroup(List<ChartFigure<MutexOutcome>> all) {
    all.add(
        estimate(
            "messagesPerSecond",
            "messages of the group per second",
            "",
            LOW,
            "All messages, those of a detector below the lock included.",
            MutexOutcome::messagesPerSecond));
    all.add(
        mean(
            "fairness",
            "fairness (Jain's index)",
            "",
            HIGH,
            "1 where all who ask enter equally often; 1/k where one of k always enters.",
            MutexOutcome::fairness));
    all.add(
        mean(
            "blockedRuns",
            "runs that end blocked",
            PERCENT,
            LOW,
            "The share of runs at whose end somebody waits, and nobody has entered for long.",
            one -> 100.0 * one.blocked() / one.runs()));
    all.add(
        mean(
            "twoInsideShare",
            "runs with two inside at one instant",
            PERCENT,
            LOW,
            "The share of runs in which two processes were inside at one instant.",
            one -> 100.0 * one.twoInside() / one.runs()));
  }
}
