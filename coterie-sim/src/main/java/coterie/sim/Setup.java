package coterie.sim;

import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.List;

/**
 * What a simulation starts with.
 *
 * @param refusing whether a message to a node that is down comes back as unreachable, as from a
 *     closed port; otherwise it vanishes
 * @param syncNanos how long stable storage takes until a save is durable
 * @param bytes whether the traffic of every member is counted, with the bytes that its messages
 *     take on the wire
 * @param conditions faults that hold from before the start, such as loss
 */
public record Setup(
    long seed,
    Ties ties,
    Latency latency,
    boolean refusing,
    long syncNanos,
    boolean bytes,
    List<Fault> conditions) {
  /** Seed 1, order of scheduling, the instant network, which refuses, and instant storage. */
  public static Setup standard() {
    return new Setup(1, Ties.SCHEDULED, Latency.instant(), true, 0, false, List.of());
  }

  public Setup {
    if (syncNanos < 0) {
      throw new IllegalArgumentException("saving takes a duration from 0, not " + syncNanos);
    }
    conditions = List.copyOf(conditions);
  }

  public Setup withSeed(long newSeed) {
    return new Setup(newSeed, ties, latency, refusing, syncNanos, bytes, conditions);
  }

  public Setup withTies(Ties newTies) {
    return new Setup(seed, newTies, latency, refusing, syncNanos, bytes, conditions);
  }

  /** Where messages take time, a node that is down is silent; the instant network refuses. */
  public Setup withLatency(Latency newLatency) {
    return new Setup(
        seed, ties, newLatency, newLatency.equals(Latency.instant()), syncNanos, bytes, conditions);
  }

  public Setup withRefusing(boolean newRefusing) {
    return new Setup(seed, ties, latency, newRefusing, syncNanos, bytes, conditions);
  }

  public Setup withSyncNanos(long newSyncNanos) {
    return new Setup(seed, ties, latency, refusing, newSyncNanos, bytes, conditions);
  }

  public Setup withBytes(boolean newBytes) {
    return new Setup(seed, ties, latency, refusing, syncNanos, newBytes, conditions);
  }

  public Setup withConditions(List<Fault> newConditions) {
    return new Setup(seed, ties, latency, refusing, syncNanos, bytes, newConditions);
  }
}
