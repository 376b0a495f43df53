package coterie.wire;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a message in a packet: the version of the envelope, the cluster (4 bytes: a
 * hash of its name, so that a stray packet is noticed), the channel of the protocol, the sender (8
 * bytes), and the incarnations of both ends. The sender's is that of its present life; the
 * receiver's is the one that the sender knows, 0 for none. Then a length and that many bytes:
 * flags, and what they announce. 18 bytes as long as the channel and both incarnations are below
 * 128, and there is neither a stamp nor a seal.
 *
 * <p>This is version 3. A later version appends behind the flags, and a reader skips what it does
 * not know, so that two neighbouring versions understand each other. Versions 1 and 2 had no sum
 * behind messages that are not sealed: nobody could tell that one bit of them was turned, and so
 * they are not read any more.
 *
 * @param stamp of the sender's hybrid clock; 0: none
 * @param lead by how many milliseconds the stamp is ahead of the sender's wall clock; 0 without one
 * @param seal with what the message behind the envelope is encrypted; null: it is not
 */
public record Envelope(
    int cluster,
    int channel,
    NodeId sender,
    long senderIncarnation,
    long receiverIncarnation,
    long stamp,
    long lead,
    @Nullable Seal seal) {
  /** The version of the envelope, the first byte of every packet. */
  public static final byte VERSION = 3;

  /** The least first byte that a version of the envelope has had. */
  private static final byte FIRST_VERSION = 1;

  /** The next version is allowed to append, and nothing else. */
  private static final byte READABLE_VERSION = VERSION + 1;

  /** Above it a first byte is not a version but garbage. */
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
    this(cluster, channel, sender, senderIncarnation, receiverIncarnation, 0, 0, null);
  }

  public void write(Output out) {
    out.put(VERSION);
    out.putFixed(cluster);
    out.putVarint(channel);
    out.put(sender);
    out.putVarint(senderIncarnation);
    out.putVarint(receiverIncarnation);
    out.putVarint(moreSize());
    out.put((byte) ((stamp == 0 ? 0 : STAMPED) | (seal == null ? 0 : SEALED)));
    if (stamp != 0) {
      out.putFixed(stamp);
      out.put(lead);
    }
    if (seal != null) {
      out.putFixed(seal.key());
      out.putFixed(seal.salt());
      out.putVarint(seal.counter());
    }
  }

  /** Without its length. */
  private int moreSize() {
    return 1 + (stamp == 0 ? 0 : Long.BYTES + Size.of(lead)) + (seal == null ? 0 : seal.size());
  }

  public int size() {
    int more = moreSize();
    return size(channel, senderIncarnation, receiverIncarnation) + Size.varint(more) + more;
  }

  /**
   * The size of what every protocol needs of an envelope, which is what simulations count: all that
   * stands before the length of the rest.
   */
  public static int size(int channel, long senderIncarnation, long receiverIncarnation) {
    return FIXED
        + Size.varint(channel)
        + Size.varint(senderIncarnation)
        + Size.varint(receiverIncarnation);
  }

  /**
   * Reads the envelope of a packet. A version that is too new, or too old, makes it unknown.
   *
   * @param from where the packet begins
   * @param to where it ends
   */
  public static Decoded<Placed> read(byte[] bytes, int from, int to) {
    int version = from == to ? 0 : bytes[from];
    if (version < FIRST_VERSION || version > THINKABLE_VERSION) {
      return new Decoded.Malformed<>("no packet of any version");
    }
    if (version < VERSION || version > READABLE_VERSION) {
      return new Decoded.Unknown<>("a packet of version " + version);
    }
    Input in = new Input(bytes, from + 1, to, Limits.standard());
    try {
      Envelope envelope = read(in);
      return new Decoded.Value<>(new Placed(envelope, to - in.left()));
    } catch (WireException | IllegalArgumentException e) {
      return new Decoded.Malformed<>("the envelope is broken: " + e.getMessage());
    }
  }

  private static Envelope read(Input in) {
    int cluster = in.takeFixedInt();
    long channel = in.takeVarint();
    if (channel != (int) channel) {
      throw new WireException("there is no channel " + Long.toUnsignedString(channel));
    }
    NodeId sender = new NodeId(in.takeFixedLong());
    long senderIncarnation = in.takeVarint();
    long receiverIncarnation = in.takeVarint();
    long stamp = 0;
    long lead = 0;
    Seal seal = null;
    int outer = in.open();
    int flags = in.takeByte();
    if ((flags & STAMPED) != 0) {
      stamp = in.takeFixedLong();
      lead = in.takeLong();
    }
    if ((flags & SEALED) != 0) {
      seal = new Seal(in.takeFixedInt(), in.takeFixedLong(), in.takeVarint());
    }
    in.close(outer);
    return new Envelope(
        cluster, (int) channel, sender, senderIncarnation, receiverIncarnation, stamp, lead, seal);
  }
}
