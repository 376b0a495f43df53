package coterie.elect.raft;

import coterie.core.TimeText;

/**
 * How Raft runs.
 *
 * @param timeoutMinNanos the minimum election timeout: the shortest silence of a leader after which
 *     it may be replaced; voters refuse everybody else for so long
 * @param timeoutMaxNanos the longest silence that a process waits for, and how long a leader goes
 *     on without a majority; each wait is drawn between the two
 * @param heartbeatNanos from one heartbeat of a leader to its next
 * @param driftPartsPerMillion by how much any clock may run faster or slower than true time
 */
public record RaftConfig(
    long timeoutMinNanos, long timeoutMaxNanos, long heartbeatNanos, long driftPartsPerMillion) {
  private static final long MILLI = 1_000_000;
  private static final long MILLION = 1_000_000;

  public RaftConfig {
    if (heartbeatNanos < 1) {
      throw new IllegalArgumentException("the heartbeat must be longer than 0");
    }
    if (timeoutMinNanos > timeoutMaxNanos) {
      throw new IllegalArgumentException("the least timeout must not be longer than the longest");
    }
    if (driftPartsPerMillion < 0 || driftPartsPerMillion > MILLION / 2) {
      throw new IllegalArgumentException(
          "a drift of 0 to 500000 parts per million can be allowed for, not "
              + driftPartsPerMillion);
    }
    long leaseNanos = leaseNanos(timeoutMinNanos, driftPartsPerMillion);
    if (leaseNanos <= heartbeatNanos) {
      throw new IllegalArgumentException(
          "a least timeout of %s s gives a lease of %s s on clocks that drift, and a heartbeat must"
                  .formatted(
                      TimeText.format(timeoutMinNanos), TimeText.format(Math.max(0, leaseNanos)))
              + " come sooner, not after %s s".formatted(TimeText.format(heartbeatNanos)));
    }
  }

  /** The Raft paper's timeouts, for networks that answer within a few milliseconds. */
  public static RaftConfig paper() {
    return new RaftConfig(150 * MILLI, 300 * MILLI, 50 * MILLI, 10_000);
  }

  /** For services, whose processes pause now and then: timeouts ten times as long. */
  public static RaftConfig service() {
    return new RaftConfig(1_500 * MILLI, 3_000 * MILLI, 250 * MILLI, 10_000);
  }

  /** For how long on its own clock a leader may lead after a heartbeat that a majority heard. */
  public long leaseNanos() {
    return leaseNanos(timeoutMinNanos, driftPartsPerMillion);
  }

  /** How long that takes on the fastest clock if it was measured on the slowest. */
  long stretched(long nanos) {
    double share = (double) (MILLION + driftPartsPerMillion) / (MILLION - driftPartsPerMillion);
    return (long) (nanos * share) + 1;
  }

  /**
   * The lease on the slowest clock is over before the timeout on the fastest: lease / (1 - drift)
   * is at most timeout / (1 + drift).
   */
  private static long leaseNanos(long timeoutNanos, long drift) {
    double share = (double) (MILLION - drift) / (MILLION + drift);
    return (long) (timeoutNanos * share) - 1;
  }
}
