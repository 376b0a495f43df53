package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.check.mutex.Entries;
import coterie.sim.check.mutex.Entries.End;
import coterie.sim.check.mutex.EntryFigures;
import coterie.sim.statistics.Estimate;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What all runs of one mutual exclusion under one demand on one network came to.
 *
 * @param entries how many there were
 * @param throughput entries in a second
 * @param messagesPerEntry of its own messages
 * @param messagesPerSecond of all messages in the group, those of what runs below it included
 * @param waitLongest in seconds, with or without success
 * @param syncDelay in seconds, on average
 * @param fairness Jain's index, averaged over the runs
 * @param twoInside runs in which two were inside at one true instant
 * @param overlapLongest for how many seconds, at most
 * @param mistakes of the detector, in all runs together
 * @param mistaken runs in which the detector was mistaken
 * @param blocked runs at whose end somebody waits, and nobody has entered for the quiet stretch
 * @param violations of what the mutual exclusion promises, each with its seed
 */
public record MutexOutcome(
    int runs,
    long entries,
    Estimate throughput,
    Estimate messagesPerEntry,
    Estimate messagesPerSecond,
    Estimate waitP50,
    Estimate waitP99,
    double waitLongest,
    Estimate syncDelay,
    double fairness,
    int twoInside,
    double overlapLongest,
    long mistakes,
    int mistaken,
    int blocked,
    List<Violation> violations) {
  public record Violation(long seed, String sentence) {}

  /**
   * One run.
   *
   * @param ended entries that have ended
   * @param messages those of the mutual exclusion, apart from requests and entries that were still
   *     under way at the end
   * @param allMessages of whatever protocol
   */
  public record Run(
      long seed,
      EntryFigures figures,
      double seconds,
      long ended,
      long messages,
      long allMessages,
      boolean isBlocked,
      List<String> violations) {
    /**
     * @param quietNanos the last stretch, in which no crash begins
     */
    static Run of(long seed, Entries judge, Stage stage, long quietNanos) {
      EntryFigures figures = judge.figures();
      long ended = 0;
      long underWay = 0;
      long lastNanos = 0;
      for (Entries.Entry entry : judge.entries()) {
        Long enteredAt = entry.enteredAtNanos();
        lastNanos = enteredAt == null ? lastNanos : Math.max(lastNanos, enteredAt);
        boolean isUnderWay = entry.end() == End.WAITING || entry.end() == End.INSIDE;
        underWay += isUnderWay ? entry.messages() : 0;
        ended += enteredAt != null && !isUnderWay ? 1 : 0;
      }
      boolean isIdle = lastNanos <= stage.now() - quietNanos;
      return new Run(
          seed,
          figures,
          stage.now() / (double) TimeText.SECOND,
          ended,
          figures.messages() - underWay,
          stage.messages(),
          isIdle && figures.waitingAtEnd() > 0,
          judge.violations());
    }

    boolean isMistaken() {
      return figures.mistakes() > 0;
    }

    boolean hasTwoInside() {
      return figures.overlaps().count() > 0;
    }
  }

  static MutexOutcome of(List<Run> runs) {
    List<EntryFigures> figures = runs.stream().map(Run::figures).toList();
    double second = TimeText.SECOND;
    return new MutexOutcome(
        runs.size(),
        figures.stream().mapToLong(EntryFigures::entries).sum(),
        ratio(runs, run -> run.figures.entries(), Run::seconds),
        ratio(runs, Run::messages, Run::ended),
        ratio(runs, Run::allMessages, Run::seconds),
        Estimate.ofQuantile(figures.stream().map(EntryFigures::waits).toList(), 0.5),
        Estimate.ofQuantile(figures.stream().map(EntryFigures::waits).toList(), 0.99),
        figures.stream().mapToLong(EntryFigures::longestWaitNanos).max().orElse(0) / second,
        ratio(
            runs,
            run -> run.figures.syncDelays().sum() / second,
            run -> run.figures.syncDelays().count()),
        figures.stream().mapToDouble(EntryFigures::fairness).average().orElse(Double.NaN),
        count(runs, Run::hasTwoInside),
        figures.stream().mapToLong(one -> one.overlaps().longestNanos()).max().orElse(0) / second,
        figures.stream().mapToLong(EntryFigures::mistakes).sum(),
        count(runs, Run::isMistaken),
        count(runs, Run::isBlocked),
        runs.stream()
            .flatMap(run -> run.violations.stream().map(text -> new Violation(run.seed, text)))
            .toList());
  }

  private static int count(List<Run> runs, Predicate<Run> which) {
    return (int) runs.stream().filter(which).count();
  }

  private static Estimate ratio(
      List<Run> runs, ToDoubleFunction<Run> upper, ToDoubleFunction<Run> lower) {
    return Estimate.ofRatio(
        runs.stream().mapToDouble(upper).toArray(), runs.stream().mapToDouble(lower).toArray());
  }
}
