package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.fault.Fault;
import coterie.testkit.ManySeeds;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Ten members are split into two sides at random, one against nine included: how soon each side
 * knows that it is alone, and how soon they are one group again after the partition has healed.
 */
class SwimSplitTest {
  private static final int SEEDS = ManySeeds.count(30, 1_000);
  private static final int SIZE = 10;

  @Test
  void bothSidesOfAPartitionAgreeSoonAndSoDoesTheHealedGroup() {
    double[] split = new double[SEEDS];
    double[] healed = new double[SEEDS];
    for (int seed = 0; seed < SEEDS; seed++) {
      Group group = Group.lan(SIZE, seed, SwimConfig.lan(), true);
      group.simulation.runFor(10 * SECOND + group.random.below(SECOND));
      Set<Long> side = side(group);
      Set<Long> otherSide = group.without();
      otherSide.removeAll(side);
      group.inject(Fault.Partition.of(List.of(side.stream().map(Group::id).toList())));
      split[seed] = seconds(group, side, otherSide);
      group.run(1.0 + group.random.below(120));
      group.inject(new Fault.HealAll());
      healed[seed] = seconds(group, group.without(), group.without());
    }
    assertSoon(split);
    assertSoon(healed);
  }

  private static Set<Long> side(Group group) {
    Set<Long> side = new TreeSet<>();
    while (side.isEmpty() || side.size() == SIZE) {
      side.clear();
      group.without().stream().filter(node -> group.random.below(2) == 0).forEach(side::add);
    }
    return side;
  }

  private static double seconds(Group group, Set<Long> side, Set<Long> otherSide) {
    return group.awaitAgreement(side, 15) + group.awaitAgreement(otherSide, 15);
  }

  private static void assertSoon(double[] seconds) {
    Arrays.sort(seconds);
    assertThat(seconds[SEEDS / 2]).isLessThan(8);
    assertThat(seconds[SEEDS - 1]).isLessThan(15);
  }
}
