package coterie.wire;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a message in a packet: the version of the envelope, the cluster (4 bytes: a
 * hash of its name, so that a stray packet is noticed), the channel of the protocol, the sender (8
 * bytes), and the incarnations of both ends. The sender's is that of its present life; the
 * receiver's is the one that the sender knows, 0 for none. 16 bytes as long as the channel and both
 * incarnations are below 128.
 *
 * <p>That is version 1, which is still written where there is no more to say. Version 2 appends a
 * length and so many bytes: flags, and what they announce. A later version appends to them, and a
 * reader skips what it does not know, so that two neighbouring versions understand each other.
 *
 * @param stamp of the sender's hybrid clock; 0: none
 * @param seal with what the message behind the envelope is encrypted; null: it is not
 */
public record Envelope(
    int cluster,
    int channel,
    NodeId sender,
    long senderIncarnation,
    long receiverIncarnation,
    long stamp,
    @Nullable Seal seal) {
  /** The version of the envelope, the first byte of every packet that needs it. */
  public static final byte VERSION = 2;

  private static final byte PLAIN_VERSION = 1;

  /** The next version is allowed to append, and nothing else. */
  private static final byte READABLE_VERSION = VERSION + 1;

  /** Above it a first byte is no version but garbage. */
  private static final byte THINKABLE_VERSION = 15;

  private static final int FIXED = 1 + Integer.BYTES + Size.NODE;
  private static final int STAMPED = 1;
  private static final int SEALED = 2;

  /**
   * How a message is encrypted.
   *
   * @param key which key of the ring
   * @param salt drawn for this life of the sender
   * @param counter grows with every packet of this life
   */
  public record Seal(int key, long salt, long counter) {
    private int size() {
      return Integer.BYTES + Long.BYTES + Size.varint(counter);
    }
  }

  /**
   * An envelope that was read.
   *
   * @param messageFrom where its message begins
   */
  public record Placed(Envelope envelope, int messageFrom) {}

  public Envelope {
    if (channel < 0 || senderIncarnation < 0 || receiverIncarnation < 0) {
      throw new IllegalArgumentException("channels and incarnations are numbers from 0");
    }
  }

  /** Without a stamp or a seal. */
  public Envelope(
      int cluster, int channel, NodeId sender, long senderIncarnation, long receiverIncarnation) {
    this(cluster, channel, sender, senderIncarnation, receiverIncarnation, 0, null);
  }

  public void write(Output out) {
    int more = moreSize();
    out.put(more == 0 ? PLAIN_VERSION : VERSION);
    out.putFixed(cluster);
    out.putVarint(channel);
    out.put(sender);
    out.putVarint(senderIncarnation);
    out.putVarint(receiverIncarnation);
    if (more > 0) {
      out.putVarint(more);
      writeMore(out);
    }
  }

  private void writeMore(Output out) {
    out.put((byte) ((stamp == 0 ? 0 : STAMPED) | (seal == null ? 0 : SEALED)));
    if (stamp != 0) {
      out.putFixed(stamp);
    }
    if (seal != null) {
      out.putFixed(seal.key());
      out.putFixed(seal.salt());
      out.putVarint(seal.counter());
    }
  }

  /** Without its length; 0 if there is nothing more. */
  private int moreSize() {
    int size = (stamp == 0 ? 0 : Long.BYTES) + (seal == null ? 0 : seal.size());
    return size == 0 ? 0 : 1 + size;
  }

  public int size() {
    int more = moreSize();
    return size(channel, senderIncarnation, receiverIncarnation)
        + (more == 0 ? 0 : Size.varint(more) + more);
  }

  /** The size of an envelope without stamp and seal that nobody has to make for it. */
  public static int size(int channel, long senderIncarnation, long receiverIncarnation) {
    return FIXED
        + Size.varint(channel)
        + Size.varint(senderIncarnation)
        + Size.varint(receiverIncarnation);
  }

  /**
   * Reads the envelope of a packet. A version that is too new for this reader makes it unknown.
   *
   * @param from where the packet begins
   * @param to where it ends
   */
  public static Decoded<Placed> read(byte[] bytes, int from, int to) {
    int version = from == to ? 0 : bytes[from];
    if (version < PLAIN_VERSION || version > THINKABLE_VERSION) {
      return new Decoded.Malformed<>("no packet of a version from 1 to " + READABLE_VERSION);
    }
    if (version > READABLE_VERSION) {
      return new Decoded.Unknown<>("a packet of version " + version);
    }
    Input in = new Input(bytes, from + 1, to, Limits.standard());
    try {
      Envelope envelope = read(in, version > PLAIN_VERSION);
      return new Decoded.Value<>(new Placed(envelope, to - in.left()));
    } catch (WireException | IllegalArgumentException e) {
      return new Decoded.Malformed<>("the envelope is broken: " + e.getMessage());
    }
  }

  private static Envelope read(Input in, boolean hasMore) {
    int cluster = in.takeFixedInt();
    long channel = in.takeVarint();
    if (channel != (int) channel) {
      throw new WireException("there is no channel " + Long.toUnsignedString(channel));
    }
    NodeId sender = new NodeId(in.takeFixedLong());
    long senderIncarnation = in.takeVarint();
    long receiverIncarnation = in.takeVarint();
    long stamp = 0;
    Seal seal = null;
    int outer = hasMore ? in.open() : in.end();
    int flags = hasMore ? in.takeByte() : 0;
    if ((flags & STAMPED) != 0) {
      stamp = in.takeFixedLong();
    }
    if ((flags & SEALED) != 0) {
      seal = new Seal(in.takeFixedInt(), in.takeFixedLong(), in.takeVarint());
    }
    if (hasMore) {
      in.close(outer);
    }
    return new Envelope(
        cluster, (int) channel, sender, senderIncarnation, receiverIncarnation, stamp, seal);
  }
}
