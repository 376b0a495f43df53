package coterie;

import coterie.clock.HybridClock;
import coterie.net.Stamper;

/** The clock of a node on its packets. What is too far ahead changes nothing. */
record Stamps(HybridClock clock) implements Stamper {
  @Override
  public long now() {
    return clock.now();
  }

  @Override
  public void heard(long stamp) {
    clock.tryReceive(stamp);
  }
}
