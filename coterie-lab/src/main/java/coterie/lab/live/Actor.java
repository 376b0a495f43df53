package coterie.lab.live;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import coterie.sim.Load;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One node through all its lives: the same name, folder and, if it is still free, port. */
final class Actor {
  private static final String CLUSTER = "run";

  private final NodeId self;
  private final Path folder;
  private final long seed;
  private final long knockNanos;
  private @Nullable Host host;
  private long incarnation;
  private long slowestSaveNanos;
  private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private Load earlier = new Load(0, 0, 0, 0);

  /**
   * @param knockNanos after so much silence it looks whether a port is closed; 0: never
   */
  Actor(NodeId self, Path folder, long seed, long knockNanos) {
    this.self = self;
    this.folder = folder;
    this.seed = seed;
    this.knockNanos = knockNanos;
  }

  /** It has had that many lives elsewhere, and listened on that port. */
  void after(long lives, int port) {
    incarnation = lives;
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  NodeId self() {
    return self;
  }

  InetSocketAddress address() {
    return address;
  }

  long incarnation() {
    return incarnation;
  }

  boolean isUp() {
    return host != null && host.isOpen();
  }

  boolean isPaused() {
    return host != null && host.isOpen() && host.isPaused();
  }

  /** The present life, or the last one. */
  Host host() {
    if (host == null) {
      throw new IllegalStateException(self + " was not started yet");
    }
    return host;
  }

  /** Begins the next life, which has its ports then but does nothing yet. */
  Host open(Loop loop, Blueprint blueprint) throws IOException {
    incarnation++;
    slowestSaveNanos = slowestSaveNanos();
    host = open(loop, blueprint, address);
    address = host.address();
    return host;
  }

  private Host open(Loop loop, Blueprint blueprint, InetSocketAddress bind) throws IOException {
    HostConfig config =
        HostConfig.of(CLUSTER, self, bind)
            .withIncarnation(incarnation)
            .withFolder(folder)
            .withPortProbeNanos(knockNanos)
            .withSeed(seed);
    try {
      return Host.open(loop, config, blueprint);
    } catch (BindException e) {
      if (bind.getPort() == 0) {
        throw e;
      }
      // Somebody else has taken the port meanwhile: the node is the same one elsewhere.
      return open(loop, blueprint, new InetSocketAddress(bind.getAddress(), 0));
    }
  }

  /** How long the slowest save of all lives took, or takes if it still does. */
  long slowestSaveNanos() {
    if (host == null) {
      return slowestSaveNanos;
    }
    long last = Math.max(host.counters().slowestSaveNanos(), host.diskBehindNanos());
    return Math.max(slowestSaveNanos, last);
  }

  /** Ends the present life. */
  void crash(boolean keeping) {
    Host ended = host();
    if (keeping) {
      ended.closeKeeping();
    } else {
      ended.close();
    }
    earlier = load();
  }

  /** Ends for good, whether it had begun or not. */
  void end() {
    if (host != null) {
      host.close();
    }
  }

  /** Waits until nothing of an ended life is on its way to the disk. */
  void settle() {
    if (host != null) {
      host.settled().join();
    }
  }

  /** What was sent and received in all lives. */
  Load load() {
    if (host == null || !host.isOpen()) {
      return earlier;
    }
    return new Load(
        earlier.messagesSent() + host.counters().packetsSent(),
        earlier.bytesSent() + host.counters().bytesSent(),
        earlier.messagesReceived() + host.counters().packetsReceived(),
        earlier.bytesReceived() + host.counters().bytesReceived());
  }
}
