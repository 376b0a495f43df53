package coterie.net;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.net.admission.GreetingContext;
import coterie.net.admission.GreetingListener;
import coterie.net.admission.HostGreetings;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.net.packet.Packets;
import coterie.net.socket.Origin;
import coterie.net.socket.PortProbe;
import coterie.net.socket.SocketPair;
import coterie.net.socket.TcpTransport;
import coterie.net.socket.Transport;
import coterie.net.socket.UdpTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The parts of a host between its protocols and its sockets, and how they hang together. */
final class HostNetwork {
  private final EventLoop loop;
  private final HostConfig config;
  private final SocketPair sockets;
  private final Directory directory = new Directory();
  private final Counters counters = new Counters();
  private final Packets packets;
  private final PortProbe portProbe;
  private final Outbound outbound;
  private final HostDriver driver;
  private final HostGreetings greetings;
  private final Inbound inbound;
  private List<Transport> transports = List.of();
  private InetSocketAddress advertised;
  private Runnable onAccepted = () -> {};
  private LongConsumer onSuperseded = later -> {};
  private boolean isAccepted;
  private boolean isOpen;

  HostNetwork(EventLoop loop, HostConfig config, Blueprint blueprint, SocketPair sockets) {
    this.loop = loop;
    this.config = config;
    this.sockets = sockets;
    this.advertised = sockets.address();
    Identity self = config.identity();
    this.packets = new Packets(self, config.security().keys(), directory);
    this.portProbe = new PortProbe(loop, directory, config.portProbeNanos(), new ClosedPorts());
    this.outbound = new Outbound(config.self(), loop, directory, packets, portProbe, counters);
    this.driver =
        new HostDriver(
            loop,
            config,
            blueprint,
            outbound,
            counters,
            () -> transports.forEach(Transport::resume));
    this.greetings =
        new HostGreetings(
            new GreetingContext(
                self,
                () -> advertised,
                config.accord(),
                config.suspicionNanos(),
                loop,
                packets,
                directory,
                portProbe,
                counters,
                new Outcomes()));
    this.inbound =
        new Inbound(
            config,
            loop,
            packets,
            directory,
            portProbe,
            counters,
            driver,
            greetings,
            this::accepted);
  }

  /** Hears of closed ports. */
  private final class ClosedPorts implements PortProbe.Listener {
    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public boolean mayProbe(NodeId to) {
      return !driver.isPaused() && outbound.isOpen(to);
    }

    @Override
    public void unreachable(NodeId to, int channel) {
      inbound.unreachable(to, channel);
    }
  }

  /** Hears what comes of greetings. */
  private final class Outcomes implements GreetingListener {
    @Override
    public void accepted() {
      HostNetwork.this.accepted();
    }

    @Override
    public void superseded(long incarnation) {
      if (incarnation > config.incarnation()) {
        onSuperseded.accept(incarnation);
      }
    }

    @Override
    public void again(byte[] packet, Origin origin) {
      inbound.again(packet, origin);
    }
  }

  private void accepted() {
    if (!isAccepted) {
      isAccepted = true;
      onAccepted.run();
    }
  }

  /** Reads its sockets from now on. A new transport is made here. */
  void open() throws IOException {
    if (isOpen) {
      return;
    }
    isOpen = true;
    Transport tcp = new TcpTransport(loop, sockets.server(), config.security().ssl(), inbound);
    boolean isTcpOnly = config.transport() == HostConfig.Transport.TCP_ONLY;
    Transport udp =
        new UdpTransport(
            loop, sockets.datagrams(), config.datagramMax(), isTcpOnly ? tcp : null, inbound);
    transports = List.of(udp, tcp);
    outbound.sendBy(isTcpOnly ? List.of(tcp) : transports);
    greetings.open(isTcpOnly ? tcp : udp);
    inbound.open(true);
  }

  void pause() {
    transports.forEach(Transport::pause);
  }

  /** Lets nothing in or out any more. */
  void shut() {
    isOpen = false;
    inbound.open(false);
    outbound.sendBy(List.of());
  }

  /** Frees its ports. */
  void close() {
    transports.forEach(Transport::close);
    sockets.close();
  }

  boolean isOpen() {
    return isOpen;
  }

  InetSocketAddress address() {
    return sockets.address();
  }

  void advertise(InetSocketAddress newAdvertised) {
    advertised = newAdvertised;
  }

  void onAccepted(Runnable action) {
    onAccepted = action;
  }

  void onSuperseded(LongConsumer action) {
    onSuperseded = action;
  }

  void stampWith(@Nullable PacketClock newClock) {
    inbound.stampWith(newClock);
    if (newClock == null) {
      packets.stampBy(() -> 0, stamp -> 0);
    } else {
      packets.stampBy(newClock::now, newClock::lead);
    }
  }

  HostDriver driver() {
    return driver;
  }

  Directory directory() {
    return directory;
  }

  Counters counters() {
    return counters;
  }

  PortProbe portProbe() {
    return portProbe;
  }

  Outbound outbound() {
    return outbound;
  }

  HostGreetings greetings() {
    return greetings;
  }

  Inbound inbound() {
    return inbound;
  }

  List<Transport> transports() {
    return transports;
  }

  /** Returns how many connections there are. */
  int connections() {
    return transports.stream().mapToInt(Transport::connections).sum();
  }
}
