package coterie.member.swim;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.member.swimplain.PlainGroup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Five random bad things in a row; after each the members that are left agree, exactly. */
class SwimChaosTest {
  private static final int SIZE = 10;
  private static final double BOUND_SECONDS = 60;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void membersAgreeAfterEachOfFiveBadThings(boolean isConverged) {
    int seeds = ManySeeds.count(60, 2_000);
    for (long seed = 0; seed < seeds; seed++) {
      Group group = new Group(SIZE, seed, SwimConfig.lan(), isConverged);
      group.run(10);
      Set<Long> down = new TreeSet<>();
      for (int i = 0; i < 5; i++) {
        somethingBad(group, down);
        long[] absent = down.stream().mapToLong(Long::longValue).toArray();
        group.awaitAgreement(group.without(absent), BOUND_SECONDS);
      }
    }
  }

  /** Without additions it takes no longer, and notes take turns. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void plainMembersAgreeToo(boolean isConverged) {
    int seeds = ManySeeds.count(20, 2_000);
    for (long seed = 0; seed < seeds; seed++) {
      PlainGroup group = new PlainGroup(SIZE, seed, isConverged);
      SwimStormTest.Turns turns = new SwimStormTest.Turns();
      group.simulation.watch(turns);
      group.run(10);
      Set<Long> down = new TreeSet<>();
      for (int i = 0; i < 5; i++) {
        somethingBad(group, down);
        long[] absent = down.stream().mapToLong(Long::longValue).toArray();
        group.awaitAgreement(group.without(absent), BOUND_SECONDS);
      }
      assertThat(turns.wrong).as("seed %d", seed).isEmpty();
    }
  }

  private static void somethingBad(Group group, Set<Long> down) {
    long number = group.random.below(SIZE);
    NodeId node = id(number);
    double seconds = 5 + group.random.below(60);
    boolean isUp = !down.contains(number);
    switch ((int) group.random.below(10)) {
      case 0 -> crashOrRecover(group, down, number);
      case 1 -> {
        if (isUp) {
          group.during(new Fault.Crash(node), seconds / 10, new Fault.Recover(node));
        }
      }
      case 2 ->
          group.during(Fault.Partition.of(List.of(List.of(node))), seconds, new Fault.HealAll());
      case 3 ->
          group.during(Fault.Partition.of(List.of(half(group))), seconds, new Fault.HealAll());
      case 4 -> group.during(new Fault.SendOnly(node), seconds, new Fault.HealAll());
      case 5 -> group.during(new Fault.ReceiveOnly(node), seconds, new Fault.HealAll());
      case 6 -> group.during(new Fault.Loss(0.5), seconds, new Fault.Loss(0));
      case 7 -> {
        if (isUp) {
          group.during(new Fault.Pause(node), seconds, new Fault.Resume(node));
        }
      }
      case 8 -> group.during(new Fault.Duplication(0.3), seconds, new Fault.Duplication(0));
      default ->
          group.during(
              new Fault.Delay(Latency.parse("uniform:300ms,1500ms")),
              seconds,
              new Fault.Delay(Group.DELAY));
    }
  }

  private static void crashOrRecover(Group group, Set<Long> down, long number) {
    if (down.remove(number)) {
      group.inject(new Fault.Recover(id(number)));
    } else if (down.size() < SIZE - 1) {
      down.add(number);
      group.inject(new Fault.Crash(id(number)));
    }
  }

  private static List<NodeId> half(Group group) {
    List<NodeId> half = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      if (group.random.below(2) == 0) {
        half.add(id(i));
      }
    }
    return half;
  }
}
