package coterie;

import coterie.clock.HybridClock;
import coterie.core.NodeId;
import coterie.net.Stamper;

/** The clock of a node on its packets. What is too far ahead changes nothing. */
record Stamps(HybridClock clock) implements Stamper {
  @Override
  public long now() {
    return clock.now();
  }

  @Override
  public void heard(NodeId from, long stamp, long lead) {
    clock.tryReceive(stamp);
  }
}
