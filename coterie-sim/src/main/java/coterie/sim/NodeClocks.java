package coterie.sim;

import coterie.kernel.Driver;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of all nodes. Monotonic clocks start anywhere, so that nobody gets away with comparing
 * two of them; they run at the true rate unless a drift was set. Wall clocks are right unless an
 * offset was set, and drift along.
 */
public final class NodeClocks {
  /** The wall clock at the start of a run, 2025-01-01T00:00:00Z. */
  public static final long START_MILLIS = 1_735_689_600_000L;

  private static final long MILLION = 1_000_000;

  private final long seed;
  private final int size;
  private long @Nullable [] offsets;
  private @Nullable Drift @Nullable [] drifts;

  /** Since trueNanos the clock runs at another rate; then it had counted localNanos. */
  private record Drift(long trueNanos, long localNanos, long partsPerMillion) {
    long local(long now) {
      long passed = now - trueNanos;
      long seconds = passed / MILLION;
      long rest = passed % MILLION;
      return localNanos + passed + seconds * partsPerMillion + rest * partsPerMillion / MILLION;
    }
  }

  public NodeClocks(long seed, int size) {
    this.seed = Mix.mix(seed, 0xC10C);
    this.size = size;
  }

  public long monotonicNanos(int node, long now) {
    return elapsed(node, now) + (Mix.mix(seed, node) >>> 20);
  }

  public long wallMillis(int node, long now) {
    long offset = offsets == null ? 0 : offsets[node];
    return START_MILLIS + Math.floorDiv(elapsed(node, now) + offset, MILLION);
  }

  /** How long it truly takes until the local clock has counted that much. */
  public long trueDelay(int node, long localDelay) {
    Drift drift = drift(node);
    if (drift == null) {
      return localDelay;
    }
    long rate = MILLION + drift.partsPerMillion;
    return localDelay / rate * MILLION + Math.ceilDiv(localDelay % rate * MILLION, rate);
  }

  /** The first true time from now on at which the clock shows that, if its rate stays. */
  public long trueNanos(int node, long clockNanos, long now) {
    long left = clockNanos - monotonicNanos(node, now);
    if (left <= 0) {
      return now;
    }
    long at = now + trueDelay(node, Math.min(left, Driver.FOREVER));
    // Both conversions round, so the result may be a nanosecond off.
    while (monotonicNanos(node, at) < clockNanos && left < Driver.FOREVER) {
      at++;
    }
    while (monotonicNanos(node, at - 1) >= clockNanos) {
      at--;
    }
    return at;
  }

  void moveBy(int node, long byNanos) {
    if (offsets == null) {
      offsets = new long[size];
    }
    offsets[node] += byNanos;
  }

  void driftBy(int node, long partsPerMillion, long now) {
    if (drifts == null) {
      drifts = new @Nullable Drift[size];
    }
    drifts[node] = new Drift(now, elapsed(node, now), partsPerMillion);
  }

  private long elapsed(int node, long now) {
    Drift drift = drift(node);
    return drift == null ? now : drift.local(now);
  }

  private @Nullable Drift drift(int node) {
    return drifts == null ? null : drifts[node];
  }
}
