package coterie.sim.check.detect;

import coterie.core.View;
import coterie.sim.check.detect.Property.Counterexample;
import coterie.sim.check.detect.Property.Outcome;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds which properties a run has shown; {@link Classes} says what they mean. */
final class ClassTraversal extends Traversal {
  private final View members;
  private final long marginNanos;

  /** Since when that observer has not suspected the process. */
  private final long[] trustedSince;

  /** The last time that it suspected the process while that was up. */
  private final long[] wrongFrom;

  private final long[] wrongTo;

  private long stateSince;
  private @Nullable Counterexample firstMistake;

  private @Nullable Property strongCompleteness;
  private @Nullable Property weakCompleteness;
  private @Nullable Property eventualStrongAccuracy;
  private @Nullable Property eventualWeakAccuracy;
  private @Nullable Counterexample earliestMistake;
  private @Nullable Counterexample latestFirstMistake;
  private boolean isSomebodySpared;

  ClassTraversal(SuspicionHistory run, long marginNanos) {
    super(run);
    if (marginNanos < 0) {
      throw new IllegalArgumentException("the margin is a duration from 0, not " + marginNanos);
    }
    this.members = run.members();
    this.marginNanos = marginNanos;
    this.trustedSince = new long[size];
    this.wrongFrom = new long[size];
    this.wrongTo = new long[size];
  }

  Classes judge() {
    walkAll();
    return new Classes(
        marginNanos,
        orVacuous(strongCompleteness),
        orVacuous(weakCompleteness),
        perpetual(earliestMistake, false),
        orVacuous(eventualStrongAccuracy),
        eventualWeakAccuracy == null
            ? Property.vacuous(startNanos)
            : perpetual(latestFirstMistake, isSomebodySpared),
        orVacuous(eventualWeakAccuracy));
  }

  @Override
  void quiet(int who) {
    judgeAccuracy(Property.holding(startNanos));
    isSomebodySpared = true;
  }

  @Override
  void begun() {
    Arrays.fill(trustedSince, startNanos);
    Arrays.fill(wrongTo, NEVER);
    stateSince = startNanos;
    firstMistake = null;
  }

  @Override
  void suspects(int observer, long at) {
    if (state == State.UP && firstMistake == null) {
      firstMistake = example(observer, true, at, null);
    }
  }

  @Override
  void trusts(int observer, long at) {
    stopSuspecting(observer, at);
  }

  @Override
  void forgets(int observer, long at) {
    stopSuspecting(observer, at);
  }

  @Override
  void observerStops(int observer, long at) {
    stopSuspecting(observer, at);
  }

  @Override
  void observerStarts(int observer, long at) {
    trustedSince[observer] = at;
  }

  @Override
  void subjectStops(long at, State into) {
    for (int i = 0; i < size; i++) {
      if (suspects(i)) {
        wasWrong(i, at);
      }
    }
    stateSince = at;
  }

  @Override
  void subjectStarts(long at) {
    stateSince = at;
  }

  @Override
  void ended() {
    if (firstMistake != null) {
      earliestMistake = earlier(earliestMistake, firstMistake);
    }
    switch (state) {
      case UP -> judgeUp();
      case DOWN -> judgeDown();
      case GONE -> {}
    }
  }

  private void stopSuspecting(int observer, long at) {
    if (suspects(observer) && state == State.UP) {
      wasWrong(observer, at);
    }
    trustedSince[observer] = at;
  }

  private void wasWrong(int observer, long until) {
    wrongFrom[observer] = Math.max(suspectedSince(observer), stateSince);
    wrongTo[observer] = until;
    if (firstMistake != null
        && firstMistake.untilNanos() == null
        && firstMistake.observer().equals(members.at(observer))) {
      firstMistake = example(observer, true, firstMistake.sinceNanos(), until);
    }
  }

  private void judgeUp() {
    Property worst = Property.holding(startNanos);
    for (int i = 0; i < size; i++) {
      if (i != subject && isUp(i)) {
        worst = worse(worst, accuracy(i));
      }
    }
    judgeAccuracy(worst);
    if (firstMistake == null) {
      isSomebodySpared = true;
    } else if (latestFirstMistake == null
        || latestFirstMistake.sinceNanos() < firstMistake.sinceNanos()) {
      latestFirstMistake = firstMistake;
    }
  }

  private void judgeAccuracy(Property ofOne) {
    eventualStrongAccuracy = worse(eventualStrongAccuracy, ofOne);
    eventualWeakAccuracy = better(eventualWeakAccuracy, ofOne);
  }

  private void judgeDown() {
    Property best = null;
    for (int i = 0; i < size; i++) {
      if (i != subject && isUp(i) && !isAbsent(i)) {
        Property ofPair = completeness(i);
        strongCompleteness = worse(strongCompleteness, ofPair);
        best = better(best, ofPair);
      }
    }
    if (best != null) {
      weakCompleteness = worse(weakCompleteness, best);
    }
  }

  private Property accuracy(int observer) {
    if (suspects(observer)) {
      long since = Math.max(suspectedSince(observer), stateSince);
      return violated(example(observer, true, since, null));
    }
    long ended = wrongTo[observer];
    return ended == NEVER
        ? Property.holding(startNanos)
        : ended(example(observer, true, wrongFrom[observer], ended), ended);
  }

  private Property completeness(int observer) {
    long ignorantSince = Math.max(trustedSince[observer], stateSince);
    if (!suspects(observer)) {
      return violated(example(observer, false, ignorantSince, null));
    }
    long since = suspectedSince(observer);
    return since <= stateSince
        ? Property.holding(startNanos)
        : ended(example(observer, false, ignorantSince, since), since);
  }

  /** It is violated at the end: for good, if that has lasted long enough. */
  private Property violated(Counterexample example) {
    Outcome outcome = isRecent(example.sinceNanos()) ? Outcome.OPEN : Outcome.FAILS;
    return new Property(outcome, example.sinceNanos(), example, false);
  }

  /** The violation has ended: for good, if that was long enough ago. */
  private Property ended(Counterexample example, long at) {
    return isRecent(at) ? new Property(Outcome.OPEN, at, example, false) : Property.holding(at);
  }

  private boolean isRecent(long at) {
    return at > endNanos - marginNanos;
  }

  private Counterexample example(
      int observer, boolean isSuspecting, long since, @Nullable Long until) {
    return new Counterexample(
        members.at(observer), members.at(subject), isSuspecting, since, until);
  }

  private Property orVacuous(@Nullable Property found) {
    return found == null ? Property.vacuous(startNanos) : found;
  }

  /** What must hold from the start: one mistake rules it out. */
  private Property perpetual(@Nullable Counterexample mistake, boolean isSpared) {
    if (size == 1) {
      return Property.vacuous(startNanos);
    }
    return mistake == null || isSpared
        ? Property.holding(startNanos)
        : new Property(Outcome.FAILS, mistake.sinceNanos(), mistake, false);
  }

  private static Counterexample earlier(@Nullable Counterexample one, Counterexample other) {
    return one == null || other.sinceNanos() < one.sinceNanos() ? other : one;
  }

  private static Property worse(@Nullable Property one, Property other) {
    if (one == null || badness(other) != badness(one)) {
      return one == null || badness(other) > badness(one) ? other : one;
    }
    // Of two that hold the later one tells when both do; of two that fail the one that began first.
    boolean isLater = other.sinceNanos() > one.sinceNanos();
    boolean isEarlier = other.sinceNanos() < one.sinceNanos();
    return (one.outcome() == Outcome.FAILS ? isEarlier : isLater) ? other : one;
  }

  private static Property better(@Nullable Property one, Property other) {
    if (one == null || badness(other) != badness(one)) {
      return one == null || badness(other) < badness(one) ? other : one;
    }
    return other.sinceNanos() < one.sinceNanos() ? other : one;
  }

  private static int badness(Property property) {
    return switch (property.outcome()) {
      case HOLDS -> 0;
      case OPEN -> 1;
      case FAILS -> 2;
    };
  }
}
