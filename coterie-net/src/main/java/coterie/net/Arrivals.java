package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Recent;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What comes to a node from the network: opened, looked at, and handed to its protocol. */
final class Arrivals {
  /** At most this number of packets waits for a paused node. */
  private static final int PARKED_MAX = 100_000;

  private final Host host;
  private @Nullable Stamper stamper;

  Arrivals(Host host) {
    this.host = host;
  }

  /** Tells that clock of the stamps that packets carry. */
  void stampWith(@Nullable Stamper newStamper) {
    stamper = newStamper;
  }

  /**
   * A packet.
   *
   * @param source where an answer would go; null if it came over TCP
   * @param stream by which it came; null if it came over UDP
   * @return whether it was let in
   */
  boolean arrived(
      byte[] bytes,
      int from,
      int to,
      @Nullable InetSocketAddress source,
      @Nullable Connection stream) {
    if (!host.isOpen()) {
      return false;
    }
    if (host.isPaused()) {
      park(Arrays.copyOfRange(bytes, from, to), source, stream);
      return true;
    }
    host.counters().received(to - from);
    if (stream == null && host.config().security().isTlsAlone()) {
      host.dropped(Drop.UNTRUSTED); // Its socket is open only to keep the port.
      return false;
    }
    return looked(bytes, from, to, new Greeter.Origin(source, stream));
  }

  /** A packet that has waited for its sender to answer. */
  void again(byte[] bytes, Greeter.Origin origin) {
    if (host.isOpen()) {
      looked(bytes, 0, bytes.length, origin);
    }
  }

  private boolean looked(byte[] bytes, int from, int to, Greeter.Origin origin) {
    return switch (host.packets().open(bytes, from, to)) {
      case Packets.Opened.Refused refused -> turnedAway(refused, bytes, from, to, origin);
      case Packets.Opened.Packet packet -> {
        opened(packet, bytes, from, to, origin);
        yield true;
      }
    };
  }

  private boolean turnedAway(
      Packets.Opened.Refused refused, byte[] bytes, int from, int to, Greeter.Origin origin) {
    Envelope envelope = refused.envelope();
    if (refused.why() == Drop.UNPROVEN && envelope != null) {
      host.doorstep().spoke(envelope, Arrays.copyOfRange(bytes, from, to), origin);
      return true;
    }
    host.dropped(refused.why());
    host.greeter().turnedAway(refused, bytes, from, to, origin);
    if (refused.why() == Drop.STALE && envelope != null) {
      host.greeter().stale(envelope, origin);
    }
    return false;
  }

  private void park(
      byte[] packet, @Nullable InetSocketAddress source, @Nullable Connection stream) {
    if (host.parked() >= PARKED_MAX) {
      host.dropped(Drop.TOO_MUCH);
    } else {
      host.whenAwake(() -> arrived(packet, 0, packet.length, source, stream));
    }
  }

  private void opened(
      Packets.Opened.Packet packet, byte[] bytes, int from, int to, Greeter.Origin origin) {
    Envelope envelope = packet.envelope();
    if (envelope.channel() == Greeting.CHANNEL) {
      long echo = Greeter.echo(bytes, from, to);
      host.greeter().receive(envelope, packet.bytes(), packet.from(), packet.to(), echo, origin);
    } else if (envelope.sender().equals(host.self())) {
      host.dropped(Drop.OWN_NAME);
      if (envelope.senderIncarnation() > host.incarnation()) {
        host.doorstep().claimed(envelope.senderIncarnation(), origin);
      }
    } else if (isForEarlier(envelope)) {
      stale(envelope, origin);
    } else {
      switch (host.directory().standing(envelope.sender(), envelope.senderIncarnation())) {
        case EARLIER -> stale(envelope, origin);
        case UNPROVEN ->
            host.doorstep().spoke(envelope, Arrays.copyOfRange(bytes, from, to), origin);
        case PRESENT -> spoke(packet, origin);
      }
    }
  }

  private void stale(Envelope envelope, Greeter.Origin origin) {
    host.dropped(Drop.STALE);
    host.greeter().stale(envelope, origin);
  }

  private void spoke(Packets.Opened.Packet packet, Greeter.Origin origin) {
    Envelope envelope = packet.envelope();
    if (envelope.channel() >= host.kernel().channelCount()) {
      host.dropped(Drop.NO_CHANNEL);
      return;
    }
    heard(envelope, packet.isNewest() ? origin.source() : null);
    decode(envelope.channel(), envelope.sender(), packet);
  }

  private void heard(Envelope envelope, @Nullable InetSocketAddress source) {
    host.directory().heard(envelope.sender(), envelope.senderIncarnation(), source);
    host.knocker().heard(envelope.sender());
    if (stamper != null && envelope.stamp() != 0) {
      stamper.heard(envelope.sender(), envelope.stamp(), envelope.lead());
    }
    if (envelope.receiverIncarnation() == host.incarnation()) {
      host.accepted();
    }
  }

  private boolean isForEarlier(Envelope envelope) {
    return envelope.receiverIncarnation() != 0
        && envelope.receiverIncarnation() != host.incarnation();
  }

  private void decode(int channel, NodeId from, Packets.Opened.Packet packet) {
    Recent recent = host.loop().recent();
    Codec<Message> codec = host.driver().codec(channel);
    switch (codec.decode(packet.bytes(), packet.from(), packet.to(), recent)) {
      case Decoded.Value<Message>(Message message) -> host.deliver(channel, from, message);
      case Decoded.Unknown<Message> unknown -> host.dropped(Drop.UNKNOWN);
      case Decoded.Malformed<Message> malformed -> host.dropped(Drop.MALFORMED);
    }
  }
}
