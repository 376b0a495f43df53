package coterie.mutex.lease;

import coterie.core.TimeText;

/**
 * How leases of locks run.
 *
 * @param leaseNanos how long, on the leader's clock, a client that is silent keeps its place,
 *     inside or in line
 * @param renewNanos from one word of a client to its next, while it waits or is inside
 * @param pauseNanos for how long a process may pause, as in a collection of garbage, and yet stop
 *     in time
 * @param driftPartsPerMillion by how much any clock may run faster or slower than true time
 */
public record LeaseConfig(
    long leaseNanos, long renewNanos, long pauseNanos, long driftPartsPerMillion) {
  private static final long MILLI = 1_000_000;
  private static final long MILLION = 1_000_000;

  public LeaseConfig {
    if (renewNanos < 1) {
      throw new IllegalArgumentException("a lease must be renewed after more than 0 s");
    }
    if (pauseNanos < 0) {
      throw new IllegalArgumentException("a pause to allow for must not be shorter than 0 s");
    }
    if (driftPartsPerMillion < 0 || driftPartsPerMillion > MILLION / 2) {
      throw new IllegalArgumentException(
          "a drift of 0 to 500000 parts per million can be allowed for, not "
              + driftPartsPerMillion);
    }
    long heldNanos = heldNanos(leaseNanos, pauseNanos, driftPartsPerMillion);
    if (heldNanos <= renewNanos) {
      throw new IllegalArgumentException(
          "a lease of %s s leaves its holder %s s after %d parts per million of drift and pauses of"
                  .formatted(
                      TimeText.format(leaseNanos),
                      TimeText.format(Math.max(0, heldNanos)),
                      driftPartsPerMillion)
              + " %s s; it must be longer than the %s s after which it is renewed"
                  .formatted(TimeText.format(pauseNanos), TimeText.format(renewNanos)));
    }
  }

  /** For networks that answer within a few milliseconds, and quick demonstrations. */
  public static LeaseConfig laboratory() {
    return new LeaseConfig(2_000 * MILLI, 500 * MILLI, 200 * MILLI, 10_000);
  }

  /**
   * For services: a collection of garbage of two seconds costs nobody the lock. It is renewed so
   * often that a command under a lock, which needs time to end, outlives an election of voters.
   */
  public static LeaseConfig service() {
    return new LeaseConfig(10_000 * MILLI, 1_000 * MILLI, 2_000 * MILLI, 10_000);
  }

  /** For services, with that lease: it is renewed after a tenth, and a pause may take a fifth. */
  public static LeaseConfig service(long leaseNanos) {
    return new LeaseConfig(leaseNanos, leaseNanos / 10, leaseNanos / 5, 10_000);
  }

  /** For how long on its own clock a client holds a lock, from when it sent its last request. */
  public long heldNanos() {
    return heldNanos(leaseNanos, pauseNanos, driftPartsPerMillion);
  }

  /** The same of a lease that a leader has granted, if it is shorter than this one. */
  public long heldNanos(long grantedNanos) {
    return heldNanos(Math.min(leaseNanos, grantedNanos), pauseNanos, driftPartsPerMillion);
  }

  /**
   * On the slowest clock, and then after the longest pause, it is over before the lease is on the
   * fastest: held / (1 - drift) + pause is at most lease / (1 + drift).
   */
  private static long heldNanos(long leaseNanos, long pauseNanos, long drift) {
    double least = (double) leaseNanos * MILLION / (MILLION + drift);
    return (long) ((least - pauseNanos) * (MILLION - drift) / MILLION) - 1;
  }
}
