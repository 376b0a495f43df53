package coterie.sim;

import coterie.sim.fault.Latency;

/**
 * What a simulation starts with.
 *
 * @param refusing whether a message to a node that is down comes back as unreachable, as from a
 *     closed port; otherwise it vanishes
 * @param syncNanos how long stable storage takes until a save is durable
 */
public record Setup(long seed, Ties ties, Latency latency, boolean refusing, long syncNanos) {
  /** Seed 1, order of scheduling, the instant network, which refuses, and instant storage. */
  public static Setup standard() {
    return new Setup(1, Ties.SCHEDULED, Latency.INSTANT, true, 0);
  }

  public Setup {
    if (syncNanos < 0) {
      throw new IllegalArgumentException("saving takes a duration from 0, not " + syncNanos);
    }
  }

  public Setup withSeed(long newSeed) {
    return new Setup(newSeed, ties, latency, refusing, syncNanos);
  }

  public Setup withTies(Ties newTies) {
    return new Setup(seed, newTies, latency, refusing, syncNanos);
  }

  /** Where messages take time, a node that is down is silent; the instant network refuses. */
  public Setup withLatency(Latency newLatency) {
    return new Setup(seed, ties, newLatency, newLatency.equals(Latency.INSTANT), syncNanos);
  }

  public Setup withRefusing(boolean newRefusing) {
    return new Setup(seed, ties, latency, newRefusing, syncNanos);
  }

  public Setup withSyncNanos(long newSyncNanos) {
    return new Setup(seed, ties, latency, refusing, newSyncNanos);
  }
}
