package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What comes to a node from the network: opened, looked at, and handed to its protocol. */
final class Arrivals {
  /** So many packets wait for a node that stands still. */
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
    return switch (host.packets().open(bytes, from, to)) {
      case Packets.Opened.Refused refused -> {
        host.dropped(refused.why());
        Greeter.Origin origin = new Greeter.Origin(source, stream);
        host.greeter().turnedAway(refused, bytes, from, to, origin);
        if (refused.why() == Drop.STALE && refused.envelope() != null) {
          host.greeter().stale(refused.envelope(), origin);
        }
        yield false;
      }
      case Packets.Opened.Packet packet -> {
        Greeter.Origin origin = new Greeter.Origin(source, stream);
        opened(packet, Greeter.echo(bytes, to), origin);
        yield true;
      }
    };
  }

  private void park(
      byte[] packet, @Nullable InetSocketAddress source, @Nullable Connection stream) {
    if (host.parked() >= PARKED_MAX) {
      host.dropped(Drop.TOO_MUCH);
    } else {
      host.whenAwake(() -> arrived(packet, 0, packet.length, source, stream));
    }
  }

  private void opened(Packets.Opened.Packet packet, long echo, Greeter.Origin origin) {
    Envelope envelope = packet.envelope();
    NodeId sender = envelope.sender();
    HostContext<?> context = host.context(envelope.channel());
    if (envelope.channel() == Greeting.CHANNEL) {
      host.greeter().receive(envelope, packet.bytes(), packet.from(), packet.to(), echo, origin);
    } else if (sender.equals(host.self())) {
      host.dropped(Drop.OWN_NAME);
      host.onlookers().superseded(envelope.senderIncarnation());
    } else if (isStale(envelope)) {
      host.dropped(Drop.STALE);
      host.greeter().stale(envelope, origin);
    } else if (context == null) {
      host.dropped(Drop.NO_CHANNEL);
    } else {
      heard(envelope, packet.isNewest() ? origin.source() : null);
      decode(context, sender, packet);
    }
  }

  private void heard(Envelope envelope, @Nullable InetSocketAddress source) {
    host.directory().heard(envelope.sender(), envelope.senderIncarnation(), source);
    host.knocker().heard(envelope.sender());
    if (stamper != null && envelope.stamp() != 0) {
      stamper.heard(envelope.stamp());
    }
  }

  private boolean isStale(Envelope envelope) {
    boolean isForEarlier =
        envelope.receiverIncarnation() != 0 && envelope.receiverIncarnation() != host.incarnation();
    return isForEarlier
        || envelope.senderIncarnation() < host.directory().incarnation(envelope.sender());
  }

  private <M extends Message> void decode(
      HostContext<M> context, NodeId from, Packets.Opened.Packet packet) {
    switch (context.codec().decode(packet.bytes(), packet.from(), packet.to())) {
      case Decoded.Value<M>(M message) -> host.deliver(context, from, message);
      case Decoded.Unknown<M> unknown -> host.dropped(Drop.UNKNOWN);
      case Decoded.Malformed<M> malformed -> host.dropped(Drop.MALFORMED);
    }
  }
}
