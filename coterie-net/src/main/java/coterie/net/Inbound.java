package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.admission.Echo;
import coterie.net.admission.HostGreetings;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.greet.Greeting;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.Origin;
import coterie.net.socket.PortProbe;
import coterie.net.socket.Transport;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What comes to a node from the network: opened, looked at, and handed to its protocol. */
final class Inbound implements Transport.Listener {
  /** At most this number of packets waits for a paused node. */
  private static final int PARKED_MAX = 100_000;

  private final Identity self;
  private final boolean isTlsAlone;
  private final EventLoop loop;
  private final Packets packets;
  private final Directory directory;
  private final PortProbe portProbe;
  private final Counters counters;
  private final HostDriver driver;
  private final HostGreetings greetings;
  private final Runnable onAccepted;
  private @Nullable PacketClock clock;
  private boolean isOpen;

  Inbound(
      HostConfig config,
      EventLoop loop,
      Packets packets,
      Directory directory,
      PortProbe portProbe,
      Counters counters,
      HostDriver driver,
      HostGreetings greetings,
      Runnable onAccepted) {
    this.self = config.identity();
    this.isTlsAlone = config.security().isTlsAlone();
    this.loop = loop;
    this.packets = packets;
    this.directory = directory;
    this.portProbe = portProbe;
    this.counters = counters;
    this.driver = driver;
    this.greetings = greetings;
    this.onAccepted = onAccepted;
  }

  /** Takes packets, or leaves all that arrives alone. */
  void open(boolean newIsOpen) {
    isOpen = newIsOpen;
  }

  /** Tells that clock of the stamps that packets carry. */
  void stampWith(@Nullable PacketClock newClock) {
    clock = newClock;
  }

  @Override
  public boolean arrived(byte[] bytes, int from, int to, Origin origin) {
    if (!isOpen) {
      return false;
    }
    if (isPaused()) {
      park(Arrays.copyOfRange(bytes, from, to), origin);
      return true;
    }
    counters.received(to - from);
    if (isTlsAlone && origin.source() != null) {
      dropped(Drop.UNTRUSTED); // Its socket is open only to keep the port.
      return false;
    }
    return looked(bytes, from, to, origin);
  }

  private void park(byte[] packet, Origin origin) {
    if (driver.parked() >= PARKED_MAX) {
      dropped(Drop.TOO_MUCH);
    } else {
      driver.whenAwake(() -> arrived(packet, 0, packet.length, origin));
    }
  }

  @Override
  public boolean isPaused() {
    return driver.isPaused();
  }

  @Override
  public void dropped(Drop why) {
    counters.dropped(why);
  }

  @Override
  public void unreachable(NodeId node, int channel) {
    if (isOpen) {
      driver.unreachable(node, channel);
    }
  }

  @Override
  public void failed(InetSocketAddress address, IOException failure) {
    greetings.failed(address, failure);
  }

  /** A packet that has waited for its sender to answer. */
  void again(byte[] bytes, Origin origin) {
    if (isOpen) {
      boolean unused = looked(bytes, 0, bytes.length, origin);
    }
  }

  private boolean looked(byte[] bytes, int from, int to, Origin origin) {
    return switch (packets.open(bytes, from, to)) {
      case Packets.Opened.Refused refused -> refused(refused, bytes, from, to, origin);
      case Packets.Opened.Packet packet -> {
        opened(packet, bytes, from, to, origin);
        yield true;
      }
    };
  }

  private boolean refused(
      Packets.Opened.Refused refused, byte[] bytes, int from, int to, Origin origin) {
    Envelope envelope = refused.envelope();
    if (refused.why() == Drop.UNPROVEN && envelope != null) {
      greetings.unproven(envelope, Arrays.copyOfRange(bytes, from, to), origin);
      return true;
    }
    dropped(refused.why());
    greetings.refused(refused, bytes, from, to, origin);
    return false;
  }

  private void opened(Packets.Opened.Packet packet, byte[] bytes, int from, int to, Origin origin) {
    Envelope envelope = packet.envelope();
    if (envelope.channel() == Greeting.CHANNEL) {
      long echo = Echo.of(bytes, from, to);
      greetings.receive(envelope, packet.bytes(), packet.from(), packet.to(), echo, origin);
    } else if (envelope.sender().equals(self.node())) {
      dropped(Drop.OWN_NAME);
      if (envelope.senderIncarnation() > self.incarnation()) {
        greetings.claimed(envelope.senderIncarnation(), origin);
      }
    } else if (isForEarlier(envelope)) {
      stale(envelope, origin);
    } else {
      switch (directory.standing(envelope.sender(), envelope.senderIncarnation())) {
        case EARLIER -> stale(envelope, origin);
        case UNPROVEN -> greetings.unproven(envelope, Arrays.copyOfRange(bytes, from, to), origin);
        case PRESENT -> spoke(packet, origin);
      }
    }
  }

  private boolean isForEarlier(Envelope envelope) {
    return envelope.receiverIncarnation() != 0
        && envelope.receiverIncarnation() != self.incarnation();
  }

  private void stale(Envelope envelope, Origin origin) {
    dropped(Drop.STALE);
    greetings.stale(envelope, origin);
  }

  private void spoke(Packets.Opened.Packet packet, Origin origin) {
    Envelope envelope = packet.envelope();
    if (envelope.channel() >= driver.channelCount()) {
      dropped(Drop.NO_CHANNEL);
      return;
    }
    heard(envelope, packet.isNewest() ? origin.source() : null);
    decode(envelope.channel(), envelope.sender(), packet);
  }

  private void heard(Envelope envelope, @Nullable InetSocketAddress source) {
    directory.heard(envelope.sender(), envelope.senderIncarnation(), source);
    portProbe.heard(envelope.sender());
    if (clock != null && envelope.stamp() != 0) {
      clock.heard(envelope.sender(), envelope.stamp(), envelope.lead());
    }
    if (envelope.receiverIncarnation() == self.incarnation()) {
      onAccepted.run();
    }
  }

  private void decode(int channel, NodeId from, Packets.Opened.Packet packet) {
    Codec<Message> codec = driver.codec(channel);
    switch (codec.decode(packet.bytes(), packet.from(), packet.to(), loop.recent())) {
      case Decoded.Value<Message>(Message message) -> driver.deliver(channel, from, message);
      case Decoded.Unknown<Message> unknown -> dropped(Drop.UNKNOWN);
      case Decoded.Malformed<Message> malformed -> dropped(Drop.MALFORMED);
    }
  }
}
