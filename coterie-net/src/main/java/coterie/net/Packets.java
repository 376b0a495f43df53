package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.security.SecureRandom;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** How messages become packets of a cluster, and packets messages. For the loop only. */
final class Packets {
  /** What a packet is found to be: its envelope and where its message begins, or why it is none. */
  sealed interface Opened {
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

      Envelope envelope() {
        return envelope;
      }

      byte[] bytes() {
        return bytes;
      }

      int from() {
        return from;
      }

      int to() {
        return to;
      }

      /** No later one of its sender has come: it says where the sender is now. */
      boolean isNewest() {
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

  /** From here on an incarnation is taken for milliseconds of a wall clock: the year 2004. */
  private static final long WALL_CLOCK = 1L << 40;

  private static final long DAY_MILLIS = 86_400_000;

  private final HostConfig config;
  private final int cluster;
  private final Output output = new Output();
  private final @Nullable Seals seals;
  private @Nullable Stamper stamper;

  Packets(HostConfig config) {
    this(config, new SecureRandom().nextLong());
  }

  /** With a salt that somebody else has drawn. */
  Packets(HostConfig config, long salt) {
    this.config = config;
    this.cluster = hash(config.cluster());
    KeyRing ring = config.security().ring();
    this.seals =
        ring == null
            ? null
            : new Seals(ring, config.cluster(), config.self(), config.incarnation(), salt);
  }

  private static int hash(String name) {
    CRC32C crc = new CRC32C();
    crc.update(Names.utf8(name));
    return (int) crc.getValue();
  }

  void stampWith(@Nullable Stamper newStamper) {
    stamper = newStamper;
  }

  boolean isSealing() {
    return seals != null;
  }

  /** Writes a packet; returns its size. It is in {@link #buffer} until the next writing. */
  <M extends Message> int write(
      int channel,
      Codec<M> codec,
      NodeId receiver,
      long receiverIncarnation,
      boolean isStream,
      M message) {
    long stamp = stamper == null ? 0 : stamper.now();
    Envelope.Seal seal = seals == null ? null : seals.next(isStream);
    NodeId self = config.self();
    new Envelope(cluster, channel, self, config.incarnation(), receiverIncarnation, stamp, seal)
        .write(output.clear());
    int messageFrom = output.size();
    codec.write(message, output);
    if (seals == null || seal == null) {
      return output.size();
    }
    return seals.seal(output, messageFrom, seal, receiver(channel, receiver));
  }

  byte[] buffer() {
    return seals == null ? output.buffer() : seals.buffer();
  }

  /** A packet in clear for one that cannot be expected to open another. */
  <M extends Message> byte[] clear(int channel, Codec<M> codec, M message) {
    Output plain = new Output();
    new Envelope(cluster, channel, config.self(), config.incarnation(), 0).write(plain);
    codec.write(message, plain);
    return plain.toBytes();
  }

  private static NodeId receiver(int channel, NodeId receiver) {
    return channel == Greeting.CHANNEL ? Seals.ANYONE : receiver;
  }

  Opened open(byte[] bytes, int from, int to) {
    return switch (Envelope.read(bytes, from, to)) {
      case Decoded.Value<Envelope.Placed>(Envelope.Placed placed) -> open(bytes, from, to, placed);
      case Decoded.Unknown<Envelope.Placed> unknown -> new Opened.Refused(Drop.UNKNOWN, null);
      case Decoded.Malformed<Envelope.Placed> malformed -> new Opened.Refused(Drop.MALFORMED, null);
    };
  }

  private Opened open(byte[] bytes, int from, int to, Envelope.Placed placed) {
    Envelope envelope = placed.envelope();
    if (envelope.cluster() != cluster) {
      return new Opened.Refused(Drop.OTHER_CLUSTER, envelope);
    }
    if (isInTheFuture(envelope.senderIncarnation())) {
      return new Opened.Refused(Drop.FUTURE, envelope);
    }
    if (seals == null) {
      return envelope.seal() == null
          ? new Opened.Packet(envelope, bytes, placed.messageFrom(), to, true)
          : new Opened.Refused(Drop.WRONG_KEY, envelope);
    }
    NodeId receiver = receiver(envelope.channel(), config.self());
    Seals.Outcome outcome = seals.open(bytes, from, to, placed, receiver);
    return outcome.drop() == null
        ? new Opened.Packet(envelope, seals.opened(), 0, outcome.size(), outcome.isNewest())
        : new Opened.Refused(outcome.drop(), envelope);
  }

  /** What hosts say to each other in clear, whatever the ring says: a hint and nothing more. */
  static @Nullable Greeting hint(byte[] bytes, int from, int to, Codec<Greeting> codec) {
    if (!(Envelope.read(bytes, from, to) instanceof Decoded.Value<Envelope.Placed>(var placed))) {
      return null;
    }
    Envelope envelope = placed.envelope();
    if (envelope.seal() != null || envelope.channel() != Greeting.CHANNEL) {
      return null;
    }
    return codec.decode(bytes, placed.messageFrom(), to)
            instanceof Decoded.Value<Greeting>(var said)
        ? said
        : null;
  }

  /**
   * Else one packet with an insane number, or a clock that was a year ahead for a minute, would
   * lock a name out for ever.
   */
  private static boolean isInTheFuture(long incarnation) {
    return incarnation >= WALL_CLOCK && incarnation > System.currentTimeMillis() + DAY_MILLIS;
  }
}
