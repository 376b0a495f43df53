package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.Change;
import coterie.Cluster;
import coterie.Config;
import coterie.Config.Detection;
import coterie.Config.Electing;
import coterie.Coterie;
import coterie.FreePort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Elections that grant nothing: who leads is advice. */
class AdviceTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** Of equal ranks the last name is the highest. */
  private static String highest(List<String> names) {
    return names.stream().max(Comparator.naturalOrder()).orElseThrow();
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

  /** Whoever has the highest rank leads, though it comes last, and again after it was away. */
  @ParameterizedTest
  @EnumSource(names = {"BULLY", "RING"})
  void theOneOfTheHighestRankLeads(Electing election) throws Exception {
    List<String> names = List.of("p2", "p10", "p1");
    try (Cluster cluster = Cluster.separate()) {
      cluster.join("p2", more -> more.voters(names).election(election));
      cluster.join("p10", more -> more.voters(names).election(election));
      awaitLeader(cluster.nodes, "p10");
      cluster.join("p1", more -> more.voters(names).election(election).rank(7));
      awaitLeader(cluster.nodes, "p1");
      cluster.named("p1").close();
      awaitLeader(List.of(cluster.named("p2"), cluster.named("p10")), "p10");
      cluster.join("p1", more -> more.voters(names).election(election).rank(7));
      awaitLeader(cluster.nodes.stream().filter(Coterie::isOpen).toList(), "p1");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "RAFT, SWIM, 1, a rank is for the elections bully and ring; raft elects whom a majority votes"
        + " for",
    "BULLY, SWIM, -1, 'a rank is a number from 0 to 1000000, not -1'",
    "RING, HEARTBEAT, 3, 'ranks of a fixed list stand in the list, as in a=host:port@3'"
  })
  void aRankThatMeansNothingIsRefused(
      Electing election, Detection detector, int rank, String sentence) {
    assertThatThrownBy(
            () ->
                Cluster.quick(Config.builder())
                    .name("a")
                    .voters("a")
                    .election(election)
                    .detector(detector)
                    .members(detector == Detection.SWIM ? List.of() : List.of("a=127.0.0.1:1"))
                    .rank(rank)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void namesAreInNaturalOrder() {
    List<String> names = new ArrayList<>(List.of("p10", "p2", "p02", "p", "q1", "p2a", "9", "10"));
    names.sort(new NaturalOrder());
    assertThat(names).isEqualTo(List.of("9", "10", "p", "p02", "p2", "p2a", "p10", "q1"));
  }

  @Test
  void aFixedListWithItsDetectorElectsToo() throws Exception {
    List<Integer> ports = List.of(FreePort.next(), FreePort.next(), FreePort.next());
    List<String> members =
        List.of(
            "a=127.0.0.1:" + ports.get(0),
            "b=127.0.0.1:" + ports.get(1) + "@2",
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
      awaitLeader(cluster.nodes, "b");
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
    NodePlan plan = NodePlan.of(config, coterie.core.Bytes.none(), Life.begin(config));
    assertThat(PlanText.read(PlanText.write(plan), List.of()).election()).isEqualTo(Electing.RING);
  }
}
