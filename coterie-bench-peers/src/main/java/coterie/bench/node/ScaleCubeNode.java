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
    ClusterConfig config =
        ClusterConfig.defaultLanConfig()
            .memberAlias(words.get(0))
            .externalHost(words.get(1))
            .externalPort(PORT)
            .transport(transport -> transport.port(PORT));
    if (words.size() > 2) {
      String seed = words.get(2) + ":" + PORT;
      config = config.membership(membership -> membership.seedMembers(seed));
    }
    Report report = new Report();
    report.joining();
    Cluster cluster =
        new ClusterImpl(config)
            .transportFactory(TcpTransportFactory::new)
            .handler(joined -> new Events(report))
            .startAwait();
    report.ready();
    report.awaitLeave();
    cluster.shutdown();
    cluster.onShutdown().block();
    System.exit(0);
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
