package coterie.sim.check.detect;

import coterie.core.TimeText;
import coterie.sim.statistics.Longs;
import coterie.sim.statistics.Samples;
import java.util.Arrays;

/** Measures the quality of service of a run; {@link Quality} says what is measured. */
final class QualityTraversal extends Traversal {
  private final SuspicionHistory run;
  private final Longs detection = new Longs();
  private final Longs knownToAll = new Longs();
  private final Longs trust = new Longs();
  private final Longs recurrence = new Longs();
  private final Longs duration = new Longs();
  private final Longs good = new Longs();
  private long undetected;
  private long missed;
  private long unknownToAll;
  private long untrusted;
  private long mistakes;
  private double judgedNanos;
  private double mistakenNanos;
  private double upNanos;

  /** Since when the pair is judged; then the mistake that goes on, and the last one's ends. */
  private final long[] judgedSince;

  private final long[] mistakenSince;
  private final long[] lastBegan;
  private final long[] lastEnded;

  /** Since when a right suspicion has outlasted a recovery. */
  private final long[] carriedSince;

  /** Whether the observer was up when the process crashed, and has been since. */
  private final boolean[] isAwaited;

  /** When the process crashed that is down now, if it was not its wish. */
  private long crashedAt = NEVER;

  private boolean isKnown;

  QualityTraversal(SuspicionHistory run) {
    super(run);
    this.run = run;
    this.judgedSince = new long[size];
    this.mistakenSince = new long[size];
    this.lastBegan = new long[size];
    this.lastEnded = new long[size];
    this.carriedSince = new long[size];
    this.isAwaited = new boolean[size];
  }

  Quality judge() {
    upNanos = totalUpNanos();
    walkAll();
    return new Quality(
        size,
        endNanos - startNanos,
        Samples.of(detection.toArray()),
        undetected,
        missed,
        Samples.of(knownToAll.toArray()),
        unknownToAll,
        Samples.of(trust.toArray()),
        untrusted,
        mistakes,
        Samples.of(recurrence.toArray()),
        Samples.of(duration.toArray()),
        Samples.of(good.toArray()),
        judgedNanos / TimeText.SECOND,
        mistakenNanos / TimeText.SECOND,
        upNanos / TimeText.SECOND,
        run.messages(),
        null);
  }

  /** How long all processes together were up. */
  private double totalUpNanos() {
    Transitions transitions = run.transitions();
    double total = 0;
    for (int i = 0; i < size; i++) {
      total += run.wasUpAtStart(i) ? endNanos - startNanos : 0;
    }
    for (int i = 0; i < transitions.size(); i++) {
      long left = endNanos - transitions.at(i);
      switch (transitions.kind(i)) {
        case STARTED -> total += left;
        case STOPPED, LEFT -> total -= left;
        default -> {}
      }
    }
    return total;
  }

  /** The others judged it whenever they were up. */
  @Override
  void quiet(int who) {
    judgedNanos += upNanos - (endNanos - startNanos);
  }

  @Override
  void begun() {
    Arrays.fill(judgedSince, NEVER);
    Arrays.fill(mistakenSince, NEVER);
    Arrays.fill(lastBegan, NEVER);
    Arrays.fill(lastEnded, NEVER);
    Arrays.fill(carriedSince, NEVER);
    Arrays.fill(isAwaited, false);
    crashedAt = NEVER;
    isKnown = false;
    for (int i = 0; i < size && state == State.UP; i++) {
      if (i != subject && isUp(i)) {
        judgedSince[i] = startNanos;
      }
    }
  }

  @Override
  void suspects(int observer, long at) {
    if (state != State.UP) {
      return;
    }
    mistakes++;
    if (lastBegan[observer] != NEVER) {
      recurrence.add(at - lastBegan[observer]);
      good.add(at - lastEnded[observer]);
    }
    // A process that names a member that it was not known to know is judged from that moment on.
    if (judgedSince[observer] == NEVER) {
      judgedSince[observer] = at;
    }
    lastBegan[observer] = at;
    mistakenSince[observer] = at;
  }

  @Override
  void trusts(int observer, long at) {
    if (state != State.UP) {
      return;
    }
    if (mistakenSince[observer] != NEVER) {
      duration.add(at - mistakenSince[observer]);
      endMistake(observer, at);
      lastEnded[observer] = at;
      return;
    }
    if (carriedSince[observer] != NEVER) {
      trust.add(at - carriedSince[observer]);
      carriedSince[observer] = NEVER;
    }
    judgedSince[observer] = at;
  }

  @Override
  void forgets(int observer, long at) {
    stopJudging(observer, at);
    carriedSince[observer] = NEVER;
    isAwaited[observer] = false;
  }

  @Override
  void observerStops(int observer, long at) {
    stopJudging(observer, at);
    stopCarrying(observer);
    if (isAwaited[observer] && suspects(observer)) {
      detected(observer);
    }
    isAwaited[observer] = false;
  }

  @Override
  void observerStarts(int observer, long at) {
    if (state == State.UP && !isAbsent(observer)) {
      judgedSince[observer] = at;
    }
  }

  @Override
  void subjectStops(long at, State into) {
    crashedAt = into == State.DOWN ? at : NEVER;
    isKnown = false;
    for (int i = 0; i < size; i++) {
      if (i != subject && isUp(i)) {
        stopJudging(i, at);
        stopCarrying(i);
        isAwaited[i] = into == State.DOWN && !isAbsent(i);
      }
    }
  }

  @Override
  void subjectStarts(long at) {
    missed += settle();
    for (int i = 0; i < size; i++) {
      if (i == subject || !isUp(i)) {
        continue;
      }
      if (suspects(i)) {
        carriedSince[i] = at;
      } else if (!isAbsent(i)) {
        judgedSince[i] = at;
      }
    }
  }

  @Override
  void changed(long at) {
    if (crashedAt != NEVER && !isKnown && isKnownToAll()) {
      isKnown = true;
      knownToAll.add(at - crashedAt);
    }
  }

  @Override
  void ended() {
    undetected += settle();
    for (int i = 0; i < size; i++) {
      stopJudging(i, endNanos);
      stopCarrying(i);
    }
  }

  /** Ends the wait for a detection of the last crash; returns how many did not see it. */
  private long settle() {
    long unseen = 0;
    for (int i = 0; i < size; i++) {
      if (isAwaited[i] && suspects(i)) {
        detected(i);
      } else if (isAwaited[i]) {
        unseen++;
      }
      isAwaited[i] = false;
    }
    if (crashedAt != NEVER && !isKnown && isAnybodyIgnorant()) {
      unknownToAll++;
    }
    crashedAt = NEVER;
    return unseen;
  }

  private void detected(int observer) {
    detection.add(Math.max(0, suspectedSince(observer) - crashedAt));
  }

  /** The next mistake of this pair, if there is one, does not follow on the last. */
  private void stopJudging(int observer, long at) {
    if (judgedSince[observer] != NEVER) {
      judgedNanos += at - judgedSince[observer];
      judgedSince[observer] = NEVER;
    }
    if (mistakenSince[observer] != NEVER) {
      endMistake(observer, at);
    }
    lastBegan[observer] = NEVER;
    lastEnded[observer] = NEVER;
  }

  private void endMistake(int observer, long at) {
    mistakenNanos += at - mistakenSince[observer];
    mistakenSince[observer] = NEVER;
  }

  private void stopCarrying(int observer) {
    if (carriedSince[observer] != NEVER) {
      untrusted++;
      carriedSince[observer] = NEVER;
    }
  }
}
