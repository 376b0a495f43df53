package coterie.bench.node;

import coterie.bench.peers.Report;
import io.scalecube.cluster.Cluster;
import io.scalecube.cluster.ClusterConfig;
import io.scalecube.cluster.ClusterImpl;
import io.scalecube.cluster.ClusterMessageHandler;
import io.scalecube.cluster.membership.MembershipEvent;
import io.scalecube.transport.netty.tcp.TcpTransportFactory;
import java.util.List;

/** A member of a ScaleCube cluster with its settings for a LAN. */
final class ScaleCubeNode {
  private static final int PORT = 7946;

  private ScaleCubeNode() {}

  public static void main(String[] arguments) {
    List<String> words = List.of(arguments);
    ClusterConfig config = config(words.get(0), words.get(1), PORT);
    if (words.size() > 2) {
      config = seeded(config, words.get(2) + ":" + PORT);
    }
    if (Report.isWarm()) {
      warm();
    }
    Report report = new Report();
    report.joining();
    Cluster cluster = start(config, new Events(report));
    report.ready();
    report.awaitLeave();
    stop(cluster);
    System.exit(0);
  }

  private static ClusterConfig config(String name, String host, int port) {
    return ClusterConfig.defaultLanConfig()
        .memberAlias(name)
        .externalHost(host)
        .externalPort(port)
        .transport(transport -> transport.port(port));
  }

  private static ClusterConfig seeded(ClusterConfig config, String seed) {
    return config.membership(membership -> membership.seedMembers(seed));
  }

  private static Cluster start(ClusterConfig config, ClusterMessageHandler handler) {
    return new ClusterImpl(config)
        .transportFactory(TcpTransportFactory::new)
        .handler(joined -> handler)
        .startAwait();
  }

  private static void stop(Cluster cluster) {
    cluster.shutdown();
    cluster.onShutdown().block();
  }

  private static void warm() {
    String host = "127.0.0.1";
    Cluster one = start(config("a", host, PORT + 1), new ClusterMessageHandler() {});
    ClusterConfig second = seeded(config("b", host, PORT + 2), host + ":" + (PORT + 1));
    stop(start(second, new ClusterMessageHandler() {}));
    stop(one);
  }

  private record Events(Report report) implements ClusterMessageHandler {
    @Override
    public void onMembershipEvent(MembershipEvent event) {
      if (event.isAdded()) {
        report.added(event.member().alias());
      } else if (event.isRemoved()) {
        report.removed(event.member().alias());
      }
    }
  }
}
