package coterie.net.packet;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.directory.Names;
import coterie.net.metrics.Drop;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import coterie.wire.Sum;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** How messages become packets of a cluster, and packets messages. For the loop only. */
public final class Packets {
  /** What bytes are found to be: a packet and where its message begins, or why not a packet. */
  public sealed interface Opened {
    /** A packet of the cluster, and where its message stands. */
    final class Packet implements Opened {
      private final Envelope envelope;
      private final byte[] bytes;
      private final int from;
      private final int to;
      private final boolean isNewest;

      Packet(Envelope envelope, byte[] bytes, int from, int to, boolean isNewest) {
        this.envelope = envelope;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.isNewest = isNewest;
      }

      public Envelope envelope() {
        return envelope;
      }

      public byte[] bytes() {
        return bytes;
      }

      public int from() {
        return from;
      }

      public int to() {
        return to;
      }

      /** No later one of its sender has come: it says where the sender is now. */
      public boolean isNewest() {
        return isNewest;
      }
    }

    /**
     * No packet for this node.
     *
     * @param envelope null if there is none
     */
    record Refused(Drop why, @Nullable Envelope envelope) implements Opened {}
  }

  /**
   * No life gets there: in milliseconds it is the year 4199. Nothing is compared with a clock,
   * which may be wrong here as well as there: a life that answers is believed, however late it says
   * that it began, and the next one of its name is told to begin later still.
   */
  private static final long INCARNATION_MAX = 1L << 46;

  /** The channel of greetings, which anybody may open; no node has that many protocols. */
  public static final int CONTROL = 127;

  /** The receiver of a greeting, which goes to an address. */
  public static final NodeId ANYONE = Seals.ANYONE;

  private final Identity self;
  private final int cluster;
  private final Output output = new Output();
  private final @Nullable Seals seals;
  private LongSupplier stamps = () -> 0;
  private LongUnaryOperator leads = stamp -> 0;

  /**
   * @param keys the first one seals; null: packets go in clear
   */
  public Packets(Identity self, @Nullable Supplier<List<SealKey>> keys, Directory directory) {
    this(self, keys, directory, new SecureRandom().nextLong());
  }

  /** With a salt that somebody else has drawn. */
  public Packets(
      Identity self, @Nullable Supplier<List<SealKey>> keys, Directory directory, long salt) {
    this.self = self;
    this.cluster = hash(self.cluster());
    this.seals = keys == null ? null : new Seals(keys, self, salt, directory);
  }

  private static int hash(String name) {
    CRC32C crc = new CRC32C();
    crc.update(Names.utf8(name));
    return (int) crc.getValue();
  }

  /**
   * Puts stamps of a clock on packets from now on.
   *
   * @param newStamps 0 for a packet without one
   * @param newLeads by how many milliseconds a stamp is ahead of the wall clock
   */
  public void stampBy(LongSupplier newStamps, LongUnaryOperator newLeads) {
    stamps = newStamps;
    leads = newLeads;
  }

  public boolean isSealing() {
    return seals != null;
  }

  /** Writes a packet; returns its size. It is in {@link #buffer} until the next writing. */
  public <M extends Message> int write(
      int channel,
      Codec<M> codec,
      NodeId receiver,
      long receiverIncarnation,
      boolean isStream,
      M message) {
    long stamp = stamps.getAsLong();
    long lead = stamp == 0 ? 0 : leads.applyAsLong(stamp);
    Envelope.Seal seal = seals == null ? null : seals.next(isStream);
    NodeId node = self.node();
    long life = self.incarnation();
    new Envelope(cluster, channel, node, life, receiverIncarnation, stamp, lead, seal)
        .write(output.clear());
    int messageFrom = output.size();
    codec.write(message, output);
    if (seals == null || seal == null) {
      Sum.append(output);
      return output.size();
    }
    return seals.seal(output, messageFrom, seal, receiver(channel, receiver));
  }

  public byte[] buffer() {
    return seals == null ? output.buffer() : seals.buffer();
  }

  /** A packet in clear for one that cannot be expected to open another. */
  public <M extends Message> byte[] clear(int channel, Codec<M> codec, M message) {
    Output plain = new Output();
    new Envelope(cluster, channel, self.node(), self.incarnation(), 0).write(plain);
    codec.write(message, plain);
    Sum.append(plain);
    return plain.toBytes();
  }

  private static NodeId receiver(int channel, NodeId receiver) {
    return channel == CONTROL ? Seals.ANYONE : receiver;
  }

  public Opened open(byte[] bytes, int from, int to) {
    return switch (Envelope.read(bytes, from, to)) {
      case Decoded.Value<Envelope.Placed>(Envelope.Placed placed) -> open(bytes, from, to, placed);
      case Decoded.Unknown<Envelope.Placed> unknown -> new Opened.Refused(Drop.UNKNOWN, null);
      case Decoded.Malformed<Envelope.Placed> malformed -> new Opened.Refused(Drop.MALFORMED, null);
    };
  }

  private Opened open(byte[] bytes, int from, int to, Envelope.Placed placed) {
    Envelope envelope = placed.envelope();
    if (envelope.seal() == null && !isWhole(bytes, from, to, placed)) {
      return new Opened.Refused(Drop.DAMAGED, null); // Nothing in it can be relied on.
    }
    if (envelope.cluster() != cluster) {
      return new Opened.Refused(Drop.OTHER_CLUSTER, envelope);
    }
    if (envelope.senderIncarnation() > INCARNATION_MAX) {
      return new Opened.Refused(Drop.FUTURE, envelope);
    }
    if (seals == null) {
      return envelope.seal() == null
          ? new Opened.Packet(envelope, bytes, placed.messageFrom(), to - Sum.BYTES, true)
          : new Opened.Refused(Drop.WRONG_KEY, envelope);
    }
    NodeId receiver = receiver(envelope.channel(), self.node());
    Seals.Outcome outcome = seals.open(bytes, from, to, placed, receiver);
    return outcome.drop() == null
        ? new Opened.Packet(envelope, seals.opened(), 0, outcome.size(), outcome.isNewest())
        : new Opened.Refused(outcome.drop(), envelope);
  }

  private static boolean isWhole(byte[] bytes, int from, int to, Envelope.Placed placed) {
    return placed.messageFrom() <= to - Sum.BYTES && Sum.fits(bytes, from, to);
  }

  /**
   * Reads a greeting in clear, whatever the ring says; null if it is not a greeting. A hint, not
   * more.
   */
  public static <M extends Message> @Nullable M hint(
      byte[] bytes, int from, int to, Codec<M> codec) {
    if (!(Envelope.read(bytes, from, to) instanceof Decoded.Value<Envelope.Placed>(var placed))) {
      return null;
    }
    Envelope envelope = placed.envelope();
    boolean isClear = envelope.seal() == null && isWhole(bytes, from, to, placed);
    if (!isClear || envelope.channel() != CONTROL) {
      return null;
    }
    return codec.decode(bytes, placed.messageFrom(), to - Sum.BYTES)
            instanceof Decoded.Value<M>(M said)
        ? said
        : null;
  }
}
