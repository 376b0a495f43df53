package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Protocols that the simulator runs, on sockets of this machine. */
class LoopbackTest {
  private static final long DEADLINE_SECONDS = 60;

  @Test
  void raftElectsOneLeader() throws Exception {
    View members = View.numbered(0, 3);
    Blueprint blueprint =
        node ->
            node.add(
                "raft", Raft.Msg.class, context -> new Raft(context, members, RaftConfig.paper()));
    try (Loop loop = Loop.open("test")) {
      List<Host> hosts = open(loop, members, blueprint);
      for (Host host : hosts) {
        host.start().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      while (leaders(hosts) != 1 && System.nanoTime() < deadline) {
        Thread.sleep(10);
      }
      assertThat(leaders(hosts)).isEqualTo(1);
    }
  }

  private static long leaders(List<Host> hosts) throws Exception {
    long leaders = 0;
    for (Host host : hosts) {
      boolean leads =
          host.call(Raft.class, "leads", Raft::leads).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      leaders += leads ? 1 : 0;
    }
    return leaders;
  }

  private static List<Host> open(Loop loop, View members, Blueprint blueprint) throws IOException {
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      hosts.add(Host.open(loop, HostConfig.of("test", new NodeId(i), any), blueprint));
    }
    loop.execute(
        () ->
            hosts.forEach(
                host -> hosts.forEach(peer -> host.directory().know(peer.self(), peer.address()))));
    return hosts;
  }
}
