package coterie.sim.check.detect;

import coterie.sim.check.detect.Property.Outcome;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which properties of Chandra and Toueg a finite run has shown. Correct is who is up at the end.
 *
 * <p>"Eventually" means here: from some moment to the end, and that moment lies at least the margin
 * before the end. A longer run may still show otherwise, and no run can prove a class: it can only
 * be consistent with one, or rule it out.
 *
 * <p>A mistake is a suspicion that begins while the suspected process is up. One that was right
 * when it began and outlasts a recovery does not violate accuracy from the start, which no detector
 * could then have; but eventual accuracy holds only from its end on.
 *
 * @param strongCompleteness every process that is down is suspected by every correct one
 * @param weakCompleteness every process that is down is suspected by some correct one
 * @param strongAccuracy there was no mistake
 * @param eventualStrongAccuracy no correct process is suspected by a correct one any more
 * @param weakAccuracy there was no mistake about some correct process
 * @param eventualWeakAccuracy some correct process is suspected by no correct one any more
 */
public record Classes(
    long marginNanos,
    Property strongCompleteness,
    Property weakCompleteness,
    Property strongAccuracy,
    Property eventualStrongAccuracy,
    Property weakAccuracy,
    Property eventualWeakAccuracy) {
  /** Completeness as that class asks for it. */
  public Property completeness(DetectorClass asked) {
    return asked.isStronglyComplete() ? strongCompleteness : weakCompleteness;
  }

  /** Accuracy as that class asks for it. */
  public Property accuracy(DetectorClass asked) {
    if (asked.isStronglyAccurate()) {
      return asked.isEventual() ? eventualStrongAccuracy : strongAccuracy;
    }
    return asked.isEventual() ? eventualWeakAccuracy : weakAccuracy;
  }

  /** Whether both properties of that class hold, or one fails, or the run was too short. */
  public Outcome outcome(DetectorClass asked) {
    Outcome completeness = completeness(asked).outcome();
    Outcome accuracy = accuracy(asked).outcome();
    if (completeness == Outcome.FAILS || accuracy == Outcome.FAILS) {
      return Outcome.FAILS;
    }
    return completeness == Outcome.OPEN ? completeness : accuracy;
  }

  /** From which moment on the run is as the class asks. */
  public long sinceNanos(DetectorClass asked) {
    return Math.max(completeness(asked).sinceNanos(), accuracy(asked).sinceNanos());
  }

  /** The classes that the run is consistent with. */
  public Set<DetectorClass> consistent() {
    return with(Outcome.HOLDS);
  }

  /** The classes that the run neither shows nor rules out. */
  public Set<DetectorClass> open() {
    return with(Outcome.OPEN);
  }

  private Set<DetectorClass> with(Outcome outcome) {
    Set<DetectorClass> found = EnumSet.noneOf(DetectorClass.class);
    for (DetectorClass asked : DetectorClass.values()) {
      if (outcome(asked) == outcome) {
        found.add(asked);
      }
    }
    return found;
  }
}
