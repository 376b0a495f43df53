package coterie;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.LinkFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The leader of three voters on sockets is cut off again and again, with the settings of a service:
 * those who elect another one do not report that the quorum is lost.
 */
@EnabledIfSystemProperty(
    named = "coterie.field",
    matches = "true",
    disabledReason = "takes minutes: mvn -Pfield verify runs it")
class LeaderCutOffFieldTest {
  private static final int ROUNDS = Integer.getInteger("coterie.field.quorums", 50);

  @TempDir Path folder;

  /** Loses what goes to that node, or, at that node, everything. */
  private record Cut(NodeId off) implements LinkFaults {
    @Override
    public long delayNanos(NodeId from, NodeId to) {
      return from.equals(off) || to.equals(off) ? LOST : 0;
    }
  }

  @Test
  void survivorsDoNotLoseTheQuorum() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      for (String name : List.of("a", "b", "c")) {
        cluster.join(
            name,
            more ->
                more.voters("a", "b", "c")
                    .data(folder.resolve(name))
                    .raft(RaftConfig.service())
                    .lease(LeaseConfig.service()));
      }
      for (int round = 1; round <= ROUNDS; round++) {
        Cluster.await("all reach it", () -> cluster.nodes.stream().allMatch(Coterie::hasQuorum));
        Coterie leader = cluster.named(cluster.named("a").votersLeader().orElseThrow());
        Queue<String> lost = new ConcurrentLinkedQueue<>();
        List<Coterie> others = cluster.nodes.stream().filter(node -> node != leader).toList();
        List<Subscription> subscriptions =
            others.stream().map(node -> node.watch(change -> note(lost, node, change))).toList();
        cluster.nodes.forEach(node -> node.sendThrough(new Cut(leader.id())));
        Cluster.await("who is cut off knows it", () -> !leader.hasQuorum());
        assertThat(others).as("round %d", round).allMatch(Coterie::hasQuorum);
        assertThat(lost).as("round %d", round).isEmpty();
        subscriptions.forEach(Subscription::close);
        cluster.nodes.forEach(node -> node.sendThrough((from, to) -> 0));
        cluster.awaitAgreement();
      }
    }
  }

  private static void note(Queue<String> lost, Coterie node, Change change) {
    if (change instanceof Change.QuorumLost) {
      lost.add(node.name());
    }
  }
}
