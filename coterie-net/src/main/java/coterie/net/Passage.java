package coterie.net;

import coterie.core.NodeId;

/** What lies between two nodes, for trying out faults: it delays packets or loses them. */
@FunctionalInterface
public interface Passage {
  /** The answer for a packet that does not arrive. */
  long LOST = -1;

  /** How long the packet is held back before it is sent, on the loop's clock; or LOST. */
  long delayNanos(NodeId from, NodeId to);
}
