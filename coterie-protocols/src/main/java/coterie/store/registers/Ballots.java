package coterie.store.registers;

import coterie.core.NodeId;
import coterie.core.Stamp;

/**
 * Ballots are stamps: a counter, and the process that uses it. No two processes share one, and no
 * process uses one twice.
 */
final class Ballots {
  /** Lies below every ballot that anybody uses. */
  static final Stamp NONE = new Stamp(0, new NodeId(0));

  /** No group that follows the rules comes to this counter. */
  static final long COUNTER_MAX = 1L << 60;

  private Ballots() {}

  /** A ballot of that process above all ballots that have this counter or a lower one. */
  static Stamp above(long counter, NodeId self) {
    return new Stamp(counter + 1, self);
  }

  /** The ballot that is promised to a process together with the acceptance of this one. */
  static Stamp after(Stamp ballot) {
    return new Stamp(ballot.time() + 1, ballot.node());
  }
}
