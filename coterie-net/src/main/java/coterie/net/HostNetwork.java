package coterie.net;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The parts of a host between its protocols and its sockets, and how they hang together. */
final class HostNetwork {
  private final EventLoop loop;
  private final HostConfig config;
  private final Sockets sockets;
  private final Directory directory = new Directory();
  private final Counters counters = new Counters();
  private final Packets packets;
  private final Knocker knocker;
  private final Departures departures;
  private final HostDriver driver;
  private final Greetings greetings;
  private final Arrivals arrivals;
  private List<Transport> transports = List.of();
  private InetSocketAddress advertised;
  private Runnable onAccepted = () -> {};
  private LongConsumer onSuperseded = later -> {};
  private boolean isAccepted;
  private boolean isOpen;

  HostNetwork(EventLoop loop, HostConfig config, Blueprint blueprint, Sockets sockets) {
    this.loop = loop;
    this.config = config;
    this.sockets = sockets;
    this.advertised = sockets.address();
    Identity self = config.identity();
    this.packets = new Packets(self, config.security().keys(), directory);
    this.knocker = new Knocker(loop, directory, config.knockNanos(), new ClosedPorts());
    this.departures = new Departures(config.self(), loop, directory, packets, knocker, counters);
    this.driver =
        new HostDriver(
            loop,
            config,
            blueprint,
            departures,
            counters,
            () -> transports.forEach(Transport::resume));
    this.greetings =
        new Greetings(
            new GreetingContext(
                self,
                () -> advertised,
                config.accord(),
                config.suspicionNanos(),
                loop,
                packets,
                directory,
                knocker,
                counters,
                new Outcomes()));
    this.arrivals =
        new Arrivals(
            config, loop, packets, directory, knocker, counters, driver, greetings, this::accepted);
  }

  /** Hears of closed ports. */
  private final class ClosedPorts implements Knocker.Listener {
    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public boolean mayKnock(NodeId to) {
      return !driver.isPaused() && departures.isOpen(to);
    }

    @Override
    public void unreachable(NodeId to, int channel) {
      arrivals.unreachable(to, channel);
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
      arrivals.again(packet, origin);
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
    Transport tcp = new Streams(loop, sockets.server(), config.security().ssl(), arrivals);
    boolean isTcpOnly = config.transport() == HostConfig.Transport.TCP_ONLY;
    Transport udp =
        new Datagrams(
            loop, sockets.datagrams(), config.datagramMax(), isTcpOnly ? tcp : null, arrivals);
    transports = List.of(udp, tcp);
    departures.sendBy(isTcpOnly ? List.of(tcp) : transports);
    greetings.open(isTcpOnly ? tcp : udp);
    arrivals.open(true);
  }

  void pause() {
    transports.forEach(Transport::pause);
  }

  /** Lets nothing in or out any more. */
  void shut() {
    isOpen = false;
    arrivals.open(false);
    departures.sendBy(List.of());
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

  void stampWith(@Nullable Stamper newStamper) {
    arrivals.stampWith(newStamper);
    if (newStamper == null) {
      packets.stampBy(() -> 0, stamp -> 0);
    } else {
      packets.stampBy(newStamper::now, newStamper::lead);
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

  Knocker knocker() {
    return knocker;
  }

  Departures departures() {
    return departures;
  }

  Greetings greetings() {
    return greetings;
  }

  Arrivals arrivals() {
    return arrivals;
  }

  List<Transport> transports() {
    return transports;
  }

  /** Returns how many connections there are. */
  int connections() {
    return transports.stream().mapToInt(Transport::connections).sum();
  }
}
