package coterie.net;

import coterie.core.NodeId;

/** The hybrid clock of a node, which is on every packet. All methods are called in the loop. */
public interface PacketClock {
  /** The stamp of a packet that is about to be sent; 0: it gets none. */
  long now();

  /** By how many milliseconds that stamp, the latest one, is ahead of this machine's wall clock. */
  default long lead(long stamp) {
    return 0;
  }

  /**
   * A packet that was let in carries this stamp, which is never 0.
   *
   * @param lead by how many milliseconds it is ahead of the sender's wall clock
   */
  void heard(NodeId from, long stamp, long lead);
}
