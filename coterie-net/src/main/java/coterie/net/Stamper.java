package coterie.net;

/** The hybrid clock of a node, which is on every packet. Both methods are called in the loop. */
public interface Stamper {
  /** The stamp of a packet that is about to be sent; 0: it gets none. */
  long now();

  /** A packet that was let in carries this stamp, which is never 0. */
  void heard(long stamp);
}
