package coterie.net;

import coterie.core.NodeId;
import coterie.net.directory.Identity;
import coterie.net.directory.Names;
import coterie.net.greet.Accord;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs on sockets.
 *
 * @param cluster the name of the group; packets of other clusters are refused
 * @param name that people gave to the node
 * @param self who the node is, in this and in every later life
 * @param incarnation grows with every life of the node
 * @param bind where it listens, on UDP and TCP; port 0: any that is free
 * @param folder where stable values are kept; null: in memory, for this life only
 * @param transport which of the two carry messages
 * @param datagramMax longer packets go over TCP, in bytes
 * @param portProbeNanos a peer that is silent for so long after a packet is asked whether its port
 *     is closed; 0: never
 * @param suspicionNanos a node that does not answer for so long is taken for dead when another one
 *     asks for its name
 * @param security how packets are protected
 * @param accord which settings nodes of the cluster share
 * @param seed of its random numbers
 */
public record HostConfig(
    String cluster,
    String name,
    NodeId self,
    long incarnation,
    InetSocketAddress bind,
    @Nullable Path folder,
    Transport transport,
    int datagramMax,
    long portProbeNanos,
    long suspicionNanos,
    Security security,
    Accord accord,
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
  private static final long PORT_PROBE_NANOS = 100_000_000;
  private static final long SUSPICION_NANOS = 4_000_000_000L;

  public HostConfig {
    Names.require("cluster", cluster);
    Names.require("node", name);
    if (incarnation < 1) {
      throw new IllegalArgumentException("an incarnation is a number from 1, not " + incarnation);
    }
    if (datagramMax < 1 || datagramMax > DATAGRAM_LIMIT) {
      throw new IllegalArgumentException(
          "a datagram holds 1 to %d bytes, not %d".formatted(DATAGRAM_LIMIT, datagramMax));
    }
    if (portProbeNanos < 0) {
      throw new IllegalArgumentException("the time before a port is probed is from 0 s");
    }
    if (suspicionNanos < 1) {
      throw new IllegalArgumentException("the suspicion time is longer than 0 s");
    }
    if (security.isTlsAlone() && transport != Transport.TCP_ONLY) {
      throw new IllegalArgumentException(
          "TLS protects TCP alone: give a key ring as well, or choose TCP only");
    }
  }

  /** The first life of a node that has a number, with nothing on disk. */
  public static HostConfig of(String cluster, NodeId self, InetSocketAddress bind) {
    return of(cluster, self.toString(), self, bind);
  }

  /** The first life of a node that has a name, with nothing on disk. */
  public static HostConfig of(String cluster, String name, InetSocketAddress bind) {
    return of(cluster, name, Names.id(cluster, name), bind);
  }

  private static HostConfig of(String cluster, String name, NodeId self, InetSocketAddress bind) {
    return new HostConfig(
        cluster,
        name,
        self,
        1,
        bind,
        null,
        Transport.UDP_AND_TCP,
        DATAGRAM_MAX,
        PORT_PROBE_NANOS,
        SUSPICION_NANOS,
        Security.none(),
        Accord.none(),
        self.value());
  }

  Identity identity() {
    return new Identity(cluster, name, self, incarnation);
  }

  public HostConfig withName(String newName) {
    return with(draft -> draft.name = newName);
  }

  public HostConfig withIncarnation(long newIncarnation) {
    return with(draft -> draft.incarnation = newIncarnation);
  }

  public HostConfig withBind(InetSocketAddress newBind) {
    return with(draft -> draft.bind = newBind);
  }

  public HostConfig withFolder(@Nullable Path newFolder) {
    return with(draft -> draft.folder = newFolder);
  }

  public HostConfig withTransport(Transport newTransport) {
    return with(draft -> draft.transport = newTransport);
  }

  public HostConfig withDatagramMax(int newDatagramMax) {
    return with(draft -> draft.datagramMax = newDatagramMax);
  }

  public HostConfig withPortProbeNanos(long newPortProbeNanos) {
    return with(draft -> draft.portProbeNanos = newPortProbeNanos);
  }

  public HostConfig withSuspicionNanos(long newSuspicionNanos) {
    return with(draft -> draft.suspicionNanos = newSuspicionNanos);
  }

  public HostConfig withSecurity(Security newSecurity) {
    return with(draft -> draft.security = newSecurity);
  }

  public HostConfig withAccord(Accord newAccord) {
    return with(draft -> draft.accord = newAccord);
  }

  public HostConfig withSeed(long newSeed) {
    return with(draft -> draft.seed = newSeed);
  }

  private HostConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.config();
  }

  /** What can be changed, while it is. */
  private static final class Draft {
    private final HostConfig of;
    private String name;
    private long incarnation;
    private InetSocketAddress bind;
    private @Nullable Path folder;
    private Transport transport;
    private int datagramMax;
    private long portProbeNanos;
    private long suspicionNanos;
    private Security security;
    private Accord accord;
    private long seed;

    Draft(HostConfig of) {
      this.of = of;
      name = of.name;
      incarnation = of.incarnation;
      bind = of.bind;
      folder = of.folder;
      transport = of.transport;
      datagramMax = of.datagramMax;
      portProbeNanos = of.portProbeNanos;
      suspicionNanos = of.suspicionNanos;
      security = of.security;
      accord = of.accord;
      seed = of.seed;
    }

    HostConfig config() {
      return new HostConfig(
          of.cluster,
          name,
          of.self,
          incarnation,
          bind,
          folder,
          transport,
          datagramMax,
          portProbeNanos,
          suspicionNanos,
          security,
          accord,
          seed);
    }
  }
}
