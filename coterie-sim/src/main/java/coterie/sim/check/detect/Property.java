package coterie.sim.check.detect;

import coterie.core.NodeId;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a run says about one property of a failure detector.
 *
 * @param sinceNanos from which moment on it holds, or on which it was violated
 * @param counterexample null where it holds
 * @param isVacuous whether it holds for want of anything to try it on, such as a crash
 */
public record Property(
    Outcome outcome, long sinceNanos, @Nullable Counterexample counterexample, boolean isVacuous) {
  /** What a finite run can say. */
  public enum Outcome {
    /** It held from some moment to the end, and for at least the margin. */
    HOLDS,
    /** It was violated, and, if it need hold only eventually, for at least the margin. */
    FAILS,
    /** The last change lies within the margin before the end: a longer run would tell. */
    OPEN
  }

  /**
   * Somebody who was wrong about somebody.
   *
   * @param suspects whether the observer suspected the other, or failed to
   * @param untilNanos null if it lasted to the end
   */
  public record Counterexample(
      NodeId observer, NodeId about, boolean suspects, long sinceNanos, @Nullable Long untilNanos) {
    /** Returns it as a sentence: "P0 suspects P1 from 12.5 to 13". */
    public String text(LongFunction<String> time) {
      return "%s %s %s from %s to %s"
          .formatted(
              observer,
              suspects ? "suspects" : "does not suspect",
              about,
              time.apply(sinceNanos),
              untilNanos == null ? "the end" : time.apply(untilNanos));
    }
  }

  public boolean holds() {
    return outcome == Outcome.HOLDS;
  }

  static Property vacuous(long sinceNanos) {
    return new Property(Outcome.HOLDS, sinceNanos, null, true);
  }

  static Property holding(long sinceNanos) {
    return new Property(Outcome.HOLDS, sinceNanos, null, false);
  }
}
