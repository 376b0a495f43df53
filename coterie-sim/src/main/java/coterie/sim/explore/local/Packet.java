package coterie.sim.explore.local;

import coterie.core.Message;

/** A message on its way. Equal ones are one object. */
public final class Packet {
  public final int id;
  public final int from;
  public final int to;
  public final int channel;
  public final Message message;

  /** What a fingerprint gains with it. */
  public final long mark;

  /** The number of the list of observations of its loss; 0 if no monitor minds. */
  public final int lost;

  /** The number of the list of observations of its duplication; 0 if no monitor minds. */
  public final int duplicated;

  Packet(
      int id, int from, int to, int channel, Message message, long mark, int lost, int duplicated) {
    this.id = id;
    this.from = from;
    this.to = to;
    this.channel = channel;
    this.message = message;
    this.mark = mark;
    this.lost = lost;
    this.duplicated = duplicated;
  }

  /** Returns the number of the event of its arrival. */
  public int arrival() {
    return 2 * id;
  }
}
