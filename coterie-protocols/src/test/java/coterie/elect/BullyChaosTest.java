package coterie.elect;

import static coterie.elect.BullyGroup.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Over many random schedules of crashes, recoveries, loss, doubled and reordered messages, pauses,
 * cuts, partitions, and clocks that run up to 3% wrong: once faults have stopped, all who are up
 * follow the highest of them, and go on doing so.
 */
class BullyChaosTest {
  private static final int FACTOR = Boolean.getBoolean("coterie.deep") ? 20 : 1;
  private static final Latency DELAYS = Latency.parse("uniform:10ms,100ms");

  /** Two answers and announcements that do not come, and the leader's next announcement. */
  private static final int ELECTION_SECONDS = 2 * (2 + 4) + 4;

  private static BullyGroup group(int size, long seed, Map<String, String> settings) {
    return group(size, seed, BullyGroup.blueprint(size, settings));
  }

  private static BullyGroup group(int size, long seed, Blueprint blueprint) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      clocks.add(new Fault.ClockDrift(BullyGroup.id(i), random.nextInt(60_001) - 30_000));
    }
    return new BullyGroup(
        size,
        blueprint,
        Setup.standard().withSeed(seed).withLatency(DELAYS).withConditions(clocks));
  }

  private static int size(long seed) {
    return 2 + (int) (seed % 8);
  }

  /** The seconds are those that the detector takes to see things right again. */
  @ParameterizedTest
  @CsvSource({"heartbeat, 1000, 4", "heartring, 150, 10", "swim, 150, 30", "vring, 100, 6"})
  void allFollowTheHighestOnceFaultsStop(String detector, int schedules, int settlingSeconds) {
    for (long seed = 0; seed < (long) schedules * FACTOR; seed++) {
      BullyGroup group = group(size(seed), seed, Map.of("detector", detector));
      strike(group, seed, false);
      group.run(settlingSeconds + ELECTION_SECONDS);
      String run = "%s, seed %d, N=%d".formatted(detector, seed, size(seed));
      assertThat(group.followTheHighest(group.up())).as(() -> run + " " + group.states()).isTrue();
      int before = group.notes.size();
      group.run(20);
      assertThat(group.notes.subList(before, group.notes.size())).as(run).isEmpty();
      assertThat(group.notes).as(run).noneMatch(note -> note.contains("BadMessage"));
    }
  }

  /** Who has resigned need not lead though it is the highest; somebody does. */
  @Test
  void allFollowOneThatLeadsIfLeadersResignToo() {
    for (long seed = 0; seed < 200L * FACTOR; seed++) {
      BullyGroup group = group(size(seed), seed, Map.of());
      strike(group, seed, true);
      group.run(4 + ELECTION_SECONDS);
      assertThat(group.disagreement(group.up())).as("seed %d", seed).isNull();
      int before = group.notes.size();
      group.run(20);
      assertThat(group.notes).as("seed %d", seed).hasSize(before);
    }
  }

  @Test
  void everyPartOfADividedGroupFollowsItsHighestAndTheHealedGroupOne() {
    for (long seed = 0; seed < 100L * FACTOR; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      BullyGroup group = group(2 + random.nextInt(8), seed, Map.of());
      group.simulation.runFor(random.nextLong(10 * SECOND));
      List<List<NodeId>> parts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      group.members.forEach(member -> parts.get(random.nextInt(3)).add(member));
      List<List<NodeId>> groups = parts.stream().filter(part -> !part.isEmpty()).toList();
      group.simulation.inject(new Fault.Partition(groups));
      group.run(4 + ELECTION_SECONDS);
      for (List<NodeId> part : groups) {
        assertThat(group.followTheHighest(part)).as("seed %d %s", seed, part).isTrue();
      }
      int before = group.notes.size();
      group.run(20);
      assertThat(group.notes).as("seed %d", seed).hasSize(before);
      group.simulation.inject(new Fault.HealAll());
      group.run(4 + ELECTION_SECONDS);
      assertThat(group.followTheHighest(group.up())).as("seed %d", seed).isTrue();
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
      Blueprint bully = BullyGroup.blueprint(size(seed), Map.of());
      BullyGroup group =
          group(size(seed), seed, node -> bully.build(new LossyNode(node, new Silence())));
      strike(group, seed, false);
      group.run(4 + ELECTION_SECONDS);
      caught += group.followTheHighest(group.up()) ? 0 : 1;
    }
    assertThat(caught).isGreaterThan(10);
  }

  private static final class Silence implements BullyGroup.Fate {
    private final Set<String> said = new HashSet<>();

    @Override
    public boolean loses(NodeId from, NodeId to, Message message) {
      return message instanceof Bully.Coordinator && !said.add(to + " " + message);
    }
  }

  private static void strike(BullyGroup group, long seed, boolean resigning) {
    SplittableRandom random = new SplittableRandom(~seed);
    Chaos chaos = new Chaos(group, random);
    for (int i = 0; i < 10; i++) {
      group.simulation.runFor(random.nextLong(5 * SECOND));
      chaos.strike();
      if (resigning && random.nextBoolean()) {
        group.simulation.runFor(random.nextLong(2 * SECOND));
        chaos.resign();
      }
    }
    chaos.calm();
  }

  /** Random bad things. */
  private static final class Chaos {
    private final BullyGroup group;
    private final SplittableRandom random;
    private final Set<NodeId> paused = new TreeSet<>();

    Chaos(BullyGroup group, SplittableRandom random) {
      this.group = group;
      this.random = random;
    }

    void strike() {
      NodeId node = any();
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> crashOrRecover(node);
        case 4, 5 -> pauseOrResume(node);
        case 6 -> inject(new Fault.Loss(random.nextInt(6) / 10.0));
        case 7 -> inject(new Fault.Duplication(random.nextInt(5) / 10.0));
        case 8 -> inject(new Fault.Reordering(0.3, SECOND));
        case 9 -> partition();
        case 10 -> cut(node, any());
        default -> inject(new Fault.HealAll());
      }
    }

    /** Whoever leads resigns; in a divided group all of them. */
    void resign() {
      for (NodeId node : group.up()) {
        if (!paused.contains(node)) {
          group.resign(node.value());
        }
      }
    }

    private void inject(Fault fault) {
      group.simulation.inject(fault);
    }

    private void crashOrRecover(NodeId node) {
      if (!group.simulation.isUp(node)) {
        inject(new Fault.Recover(node));
      } else if (group.simulation.upCount() > 1) {
        inject(new Fault.Crash(node));
        paused.remove(node);
      }
    }

    private void pauseOrResume(NodeId node) {
      if (paused.remove(node)) {
        inject(new Fault.Resume(node));
      } else if (group.simulation.isUp(node)) {
        inject(new Fault.Pause(node));
        paused.add(node);
      }
    }

    private void cut(NodeId from, NodeId to) {
      if (!from.equals(to)) {
        inject(new Fault.Cut(from, to, random.nextBoolean()));
      }
    }

    private void partition() {
      List<NodeId> some = group.members.stream().filter(member -> random.nextBoolean()).toList();
      if (!some.isEmpty() && some.size() < group.members.size()) {
        inject(new Fault.Partition(List.of(some)));
      }
    }

    void calm() {
      inject(new Fault.HealAll());
      inject(new Fault.Loss(0));
      inject(new Fault.Duplication(0));
      inject(new Fault.Reordering(0, SECOND));
      paused.forEach(node -> inject(new Fault.Resume(node)));
    }

    private NodeId any() {
      return group.members.get(random.nextInt(group.members.size()));
    }
  }
}
