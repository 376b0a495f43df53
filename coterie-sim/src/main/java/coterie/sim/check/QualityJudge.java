package coterie.sim.check;

import coterie.core.TimeText;
import java.util.Arrays;

/** Measures the quality of service of a run; {@link Quality} says what is measured. */
final class QualityJudge extends Walk {
  private final Suspicions run;
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

  private long upSince;
  private long crashedAt = NEVER;
  private boolean isKnown;

  QualityJudge(Suspicions run) {
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

  @Override
  void quiet(int who) {
    long length = endNanos - startNanos;
    upNanos += length;
    // Nobody was ever asked to stop judging it, so its observers judged it while they were up.
    judgedNanos += othersUpNanos(who);
  }

  private double othersUpNanos(int who) {
    return 0;
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
    upSince = state == State.UP ? startNanos : NEVER;
  }

  @Override
  void suspects(int observer, long at) {}

  @Override
  void trusts(int observer, long at) {}

  @Override
  void forgets(int observer, long at) {}

  @Override
  void observerStops(int observer, long at) {}

  @Override
  void observerStarts(int observer, long at) {}

  @Override
  void subjectStops(long at, State into) {}

  @Override
  void subjectStarts(long at) {}

  @Override
  void ended() {}
}
