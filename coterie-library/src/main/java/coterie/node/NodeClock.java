package coterie.node;

import coterie.clock.HybridClock;
import coterie.core.NodeId;
import coterie.net.PacketClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The clock of a node, which is on its packets, and what those of others tell about theirs: by how
 * much the clocks of their machines differ from that of this one. A packet is under way for a
 * while, which makes its sender's clock look late; so the greatest difference of a few seconds
 * counts. Stamps that are too far ahead change nothing.
 */
final class NodeClock implements PacketClock {
  /** This number of others is remembered, so that those who do not exist take no memory. */
  private static final int OTHERS_MAX = 8_192;

  private static final long WINDOW_MILLIS = 5_000;

  /** What is known of another one's clock. */
  private static final class Other {
    long sinceMillis;
    long before = Long.MIN_VALUE;
    long now = Long.MIN_VALUE;

    void saw(long at, long skew) {
      if (at - sinceMillis >= WINDOW_MILLIS) {
        before = at - sinceMillis >= 2 * WINDOW_MILLIS ? Long.MIN_VALUE : now;
        now = skew;
        sinceMillis = at;
      } else {
        now = Math.max(now, skew);
      }
    }

    long skew() {
      return Math.max(before, now);
    }
  }

  private final Wall wall;
  private final HybridClock hybrid;
  private final Map<NodeId, Other> others =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Other> eldest) {
          return size() > OTHERS_MAX;
        }
      };

  NodeClock(Wall wall, long driftMaxMillis) {
    this.wall = wall;
    this.hybrid = new HybridClock(wall::millis, driftMaxMillis);
  }

  Wall wall() {
    return wall;
  }

  HybridClock hybrid() {
    return hybrid;
  }

  @Override
  public long now() {
    return hybrid.now();
  }

  @Override
  public long lead(long stamp) {
    return HybridClock.millis(stamp) - wall.machineMillis();
  }

  @Override
  public void heard(NodeId from, long stamp, long lead) {
    hybrid.tryReceive(stamp);
    long skew = HybridClock.millis(stamp) - lead - wall.machineMillis();
    others.computeIfAbsent(from, any -> new Other()).saw(wall.millis(), skew);
  }

  /** Whether anybody's clock is further from this machine's than that. In the loop. */
  boolean isApart(Duration limit) {
    long limitMillis = limit.toMillis();
    return others.values().stream().anyMatch(other -> Math.abs(other.skew()) > limitMillis);
  }

  /** By how many milliseconds that one's clock is ahead of this machine's. In the loop. */
  OptionalLong skewMillis(NodeId of) {
    Other other = others.get(of);
    return other == null ? OptionalLong.empty() : OptionalLong.of(other.skew());
  }
}
