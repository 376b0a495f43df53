package coterie.elect.bully;

import static coterie.elect.ElectionGroup.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.elect.ElectionChaos;
import coterie.elect.ElectionGroup;
import coterie.elect.LossyNode;
import coterie.sim.fault.Fault;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Over many random schedules of crashes, recoveries, loss, doubled and reordered messages, pauses,
 * cuts, partitions, and clocks that run up to 3% wrong: once faults have stopped, all who are up
 * follow the highest of them, and go on doing so.
 */
class BullyChaosTest {
  private static final int FACTOR = ManySeeds.count(1, 50);

  /** Two answers and announcements that do not come, and the leader's next announcement. */
  private static final int ELECTION_SECONDS = 2 * (2 + 4) + 4;

  private static ElectionGroup group(long seed, Map<String, String> settings) {
    int size = ElectionChaos.size(seed);
    return ElectionGroup.of(BullyRecipe.RECIPE, size, settings, ElectionChaos.setup(size, seed));
  }

  private static void assertFollowTheHighest(ElectionGroup group, List<NodeId> part, String run) {
    assertThat(group.agreed(part)).as(() -> run + " " + group.states()).contains(part.getLast());
  }

  /** The seconds are those that the detector takes to see things right again. */
  @ParameterizedTest
  @CsvSource({"heartbeat, 400, 4", "heartring, 60, 10", "swim, 60, 30", "vring, 40, 6"})
  void allFollowTheHighestOnceFaultsStop(String detector, int schedules, int settlingSeconds) {
    for (long seed = 0; seed < (long) schedules * FACTOR; seed++) {
      ElectionGroup group = group(seed, Map.of("detector", detector));
      new ElectionChaos(group, seed).storm(false);
      group.run(settlingSeconds + ELECTION_SECONDS);
      String run = "%s, seed %d, N=%d".formatted(detector, seed, group.members.size());
      assertFollowTheHighest(group, group.up(), run);
      assertThat(group.notesOfNext(20)).as(run).isEmpty();
      assertThat(group.notes).as(run).noneMatch(note -> note.contains("BadMessage"));
    }
  }

  /** Who has resigned need not lead though it is the highest; somebody does. */
  @Test
  void allFollowOneThatLeadsIfLeadersResignToo() {
    for (long seed = 0; seed < 100L * FACTOR; seed++) {
      ElectionGroup group = group(seed, Map.of());
      new ElectionChaos(group, seed).storm(true);
      group.run(4 + ELECTION_SECONDS);
      assertThat(group.agreed(group.up())).as("seed %d", seed).isPresent();
      assertThat(group.notesOfNext(20)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void everyPartOfADividedGroupFollowsItsHighestAndTheHealedGroupOne() {
    for (long seed = 0; seed < 50L * FACTOR; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ElectionGroup group = group(seed, Map.of());
      group.simulation.runFor(random.nextLong(10 * SECOND));
      List<List<NodeId>> parts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      group.members.forEach(member -> parts.get(random.nextInt(3)).add(member));
      List<List<NodeId>> groups = parts.stream().filter(part -> !part.isEmpty()).toList();
      group.inject(Fault.Partition.of(groups));
      group.run(4 + ELECTION_SECONDS);
      for (List<NodeId> part : groups) {
        assertFollowTheHighest(group, part, "seed " + seed);
      }
      assertThat(group.notesOfNext(20)).as("seed %d", seed).isEmpty();
      group.inject(new Fault.HealAll());
      group.run(4 + ELECTION_SECONDS);
      assertFollowTheHighest(group, group.up(), "seed " + seed);
    }
  }

  /**
   * The check above is no use unless it can say no. Here a leader says under each term once to each
   * that it leads: it is silent to who returns, as in the document's flow chart, and repeats
   * nothing.
   */
  @Test
  void leaderThatStaysSilentIsCaught() {
    int caught = 0;
    for (long seed = 0; seed < 50; seed++) {
      int size = ElectionChaos.size(seed);
      Blueprint bully = ElectionGroup.blueprint(BullyRecipe.RECIPE, size, Map.of());
      Blueprint silent = node -> bully.build(new LossyNode(node, new Silence()));
      ElectionGroup group = new ElectionGroup(size, silent, ElectionChaos.setup(size, seed));
      new ElectionChaos(group, seed).storm(false);
      group.run(4 + ELECTION_SECONDS);
      caught += group.agreed(group.up()).equals(Optional.of(group.up().getLast())) ? 0 : 1;
    }
    assertThat(caught).isGreaterThan(10);
  }

  private static final class Silence implements LossyNode.Fate {
    private final Set<String> said = new HashSet<>();

    @Override
    public boolean loses(NodeId from, NodeId to, Message message) {
      return message instanceof Bully.Coordinator && !said.add(to + " " + message);
    }
  }
}
