package coterie.net;

import coterie.core.NodeId;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs on sockets.
 *
 * @param cluster the name of the group; packets of other clusters are refused
 * @param self who the node is, in this and in every later life
 * @param incarnation grows with every life of the node
 * @param bind where it listens, on UDP and TCP; port 0: any that is free
 * @param folder where stable values are kept; null: in memory, for this life only
 * @param transport which of the two carry messages
 * @param datagramMax longer packets go over TCP, in bytes
 * @param knockNanos a peer that is silent for so long after a packet is asked whether its port is
 *     closed; 0: never
 * @param seed of its random numbers
 */
public record HostConfig(
    String cluster,
    NodeId self,
    long incarnation,
    InetSocketAddress bind,
    @Nullable Path folder,
    Transport transport,
    int datagramMax,
    long knockNanos,
    long seed) {
  /** What carries messages. */
  public enum Transport {
    /** UDP for what fits a datagram, TCP for the rest. */
    UDP_AND_TCP,
    /** For networks without UDP. */
    TCP_ONLY
  }

  /** Fits through every network that has not been made smaller on purpose. */
  private static final int DATAGRAM_MAX = 1_400;

  private static final int DATAGRAM_LIMIT = 65_507;
  private static final long KNOCK_NANOS = 100_000_000;

  public HostConfig {
    if (cluster.isBlank()) {
      throw new IllegalArgumentException("a cluster needs a name that is not blank");
    }
    if (incarnation < 1) {
      throw new IllegalArgumentException("an incarnation is a number from 1, not " + incarnation);
    }
    if (datagramMax < 1 || datagramMax > DATAGRAM_LIMIT) {
      throw new IllegalArgumentException(
          "a datagram holds 1 to %d bytes, not %d".formatted(DATAGRAM_LIMIT, datagramMax));
    }
    if (knockNanos < 0) {
      throw new IllegalArgumentException("the time before knocking is from 0 s");
    }
  }

  /** The first life of a node, with nothing on disk. */
  public static HostConfig of(String cluster, NodeId self, InetSocketAddress bind) {
    return new HostConfig(
        cluster,
        self,
        1,
        bind,
        null,
        Transport.UDP_AND_TCP,
        DATAGRAM_MAX,
        KNOCK_NANOS,
        self.value());
  }

  public HostConfig withIncarnation(long newIncarnation) {
    return new HostConfig(
        cluster, self, newIncarnation, bind, folder, transport, datagramMax, knockNanos, seed);
  }

  public HostConfig withFolder(@Nullable Path newFolder) {
    return new HostConfig(
        cluster, self, incarnation, bind, newFolder, transport, datagramMax, knockNanos, seed);
  }

  public HostConfig withTransport(Transport newTransport) {
    return new HostConfig(
        cluster, self, incarnation, bind, folder, newTransport, datagramMax, knockNanos, seed);
  }

  public HostConfig withKnockNanos(long newKnockNanos) {
    return new HostConfig(
        cluster, self, incarnation, bind, folder, transport, datagramMax, newKnockNanos, seed);
  }

  public HostConfig withSeed(long newSeed) {
    return new HostConfig(
        cluster, self, incarnation, bind, folder, transport, datagramMax, knockNanos, newSeed);
  }
}
