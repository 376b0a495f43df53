package coterie.net;

import coterie.core.NodeId;

/** What lies between two nodes, for trying out faults: it delays packets, loses or doubles them. */
@FunctionalInterface
public interface LinkFaults {
  /** The answer for a packet that does not arrive. */
  long LOST = -1;

  /** How long the packet is held back before it is sent, on the loop's clock; or LOST. */
  long delayNanos(NodeId from, NodeId to);

  /**
   * How long a second copy of the same packet is held back; LOST if there is none. Asked after
   * {@link #delayNanos} for a packet that is not lost.
   */
  default long againNanos(NodeId from, NodeId to) {
    return LOST;
  }

  /** Whether one may find out that nobody listens at the other end. */
  default boolean isOpen(NodeId from, NodeId to) {
    return true;
  }
}
