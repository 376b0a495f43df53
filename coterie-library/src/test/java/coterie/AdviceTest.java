package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.Config.Detection;
import coterie.Config.Electing;
import coterie.net.Names;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elections that grant nothing: who leads is advice. */
class AdviceTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** Both elect the highest number, and numbers come from names. */
  private static String highest(List<String> names) {
    return names.stream().max(Comparator.comparing(name -> Names.id("test", name))).orElseThrow();
  }

  private static void awaitLeader(List<Coterie> nodes, String leader) throws InterruptedException {
    for (Coterie node : nodes) {
      Cluster.await(
          node.name() + " knows that " + leader + " leads",
          () -> node.votersLeader().equals(Optional.of(leader)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BULLY", "RING"})
  void theHighestLeadsAndTheNextOneOnceItHasLeft(Electing election) throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      for (String name : NAMES) {
        cluster.join(name, more -> more.voters(NAMES).election(election));
      }
      String first = highest(NAMES);
      awaitLeader(cluster.nodes, first);
      List<String> rest = NAMES.stream().filter(name -> !name.equals(first)).toList();
      List<Change> changes = new CopyOnWriteArrayList<>();
      cluster.named(rest.getFirst()).watch(changes::add);
      cluster.named(first).close();
      awaitLeader(cluster.nodes.stream().filter(Coterie::isOpen).toList(), highest(rest));
      Cluster.await(
          "the change is told", () -> changes.contains(new Change.Elected(highest(rest))));
    }
  }

  @Test
  void aFixedListWithItsDetectorElectsToo() throws Exception {
    List<Integer> ports = List.of(FreePort.next(), FreePort.next(), FreePort.next());
    List<String> members =
        List.of(
            "a=127.0.0.1:" + ports.get(0),
            "b=127.0.0.1:" + ports.get(1),
            "c=127.0.0.1:" + ports.get(2));
    try (Cluster cluster = Cluster.separate()) {
      for (int i = 0; i < 3; i++) {
        int port = ports.get(i);
        cluster.join(
            NAMES.get(i),
            more ->
                more.detector(Detection.HEARTBEAT)
                    .members(members)
                    .bind("127.0.0.1:" + port)
                    .voters(NAMES)
                    .election(Electing.BULLY));
      }
      awaitLeader(cluster.nodes, highest(NAMES));
    }
  }

  @Test
  void whatMayHaveTwoLeadersGrantsNothing() {
    try (Coterie node =
        Coterie.join(c -> Cluster.quick(c).name("a").voters("a").election(Electing.BULLY))) {
      assertThatThrownBy(() -> node.lock("x"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "a lock needs voters that elect by raft: by bully two of them may lead at once");
      assertThatThrownBy(() -> node.leadership("x")).isInstanceOf(IllegalStateException.class);
      assertThat(node.health().needsQuorum()).isFalse();
      assertThat(node.health().isGood()).as("it needs no data directory").isTrue();
    }
  }

  @Test
  void anElectionSurvivesARecording() {
    Config config =
        Cluster.quick(Config.builder()).name("a").voters("a").election(Electing.RING).build();
    Plan plan = Plan.of(config, coterie.core.Bytes.none(), Life.begin(config));
    assertThat(PlanText.read(PlanText.write(plan), List.of()).election()).isEqualTo(Electing.RING);
  }
}
