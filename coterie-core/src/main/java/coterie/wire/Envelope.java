package coterie.wire;

import coterie.core.NodeId;

/**
 * What stands before a message in a packet: the version of the envelope, the cluster (4 bytes: a
 * hash of its name, so that a stray packet is noticed), the channel of the protocol, the sender (8
 * bytes), and the incarnations of both ends. The sender's is that of its present life; the
 * receiver's is the one that the sender knows, 0 for none. 16 bytes as long as the channel and both
 * incarnations are below 128.
 */
public record Envelope(
    int cluster, int channel, NodeId sender, long senderIncarnation, long receiverIncarnation) {
  /** The version of the envelope, the first byte of every packet. */
  public static final byte VERSION = 1;

  private static final int FIXED = 1 + Integer.BYTES + Size.NODE;

  public Envelope {
    if (channel < 0 || senderIncarnation < 0 || receiverIncarnation < 0) {
      throw new IllegalArgumentException("channels and incarnations are numbers from 0");
    }
  }

  public void write(Output out) {
    out.put(VERSION);
    out.putFixed(cluster);
    out.putVarint(channel);
    out.put(sender);
    out.putVarint(senderIncarnation);
    out.putVarint(receiverIncarnation);
  }

  public int size() {
    return size(channel, senderIncarnation, receiverIncarnation);
  }

  /** The size of an envelope that nobody has to make for it. */
  public static int size(int channel, long senderIncarnation, long receiverIncarnation) {
    return FIXED
        + Size.varint(channel)
        + Size.varint(senderIncarnation)
        + Size.varint(receiverIncarnation);
  }

  /** Reads the envelope of a packet; the message begins behind its {@link #size}. */
  public static Decoded<Envelope> read(byte[] bytes, int from, int to) {
    if (from == to || bytes[from] != VERSION) {
      return new Decoded.Malformed<>("no packet of version " + VERSION);
    }
    Input in = new Input(bytes, from + 1, to, Limits.standard());
    try {
      int cluster = in.takeFixedInt();
      long channel = in.takeVarint();
      NodeId sender = new NodeId(in.takeFixedLong());
      long senderIncarnation = in.takeVarint();
      long receiverIncarnation = in.takeVarint();
      if (channel != (int) channel) {
        return new Decoded.Malformed<>("there is no channel " + Long.toUnsignedString(channel));
      }
      return new Decoded.Value<>(
          new Envelope(cluster, (int) channel, sender, senderIncarnation, receiverIncarnation));
    } catch (WireException | IllegalArgumentException e) {
      return new Decoded.Malformed<>("the envelope is broken: " + e.getMessage());
    }
  }
}
