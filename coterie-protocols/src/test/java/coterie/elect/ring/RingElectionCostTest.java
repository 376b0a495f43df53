package coterie.elect.ring;

import static coterie.elect.ElectionGroup.SECOND;
import static coterie.elect.ElectionGroup.STEADY;
import static coterie.elect.ElectionGroup.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.ElectionGroup;
import coterie.recipe.Cost;
import coterie.sim.Setup;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formulas of the recipe are what elections take. */
class RingElectionCostTest {
  private static final RingElection.Config CONFIG = new RingElection.Config(20 * SECOND, 0);

  private final Map<NodeId, Oracle> oracles = new HashMap<>();

  private static long cost(int size, String when) {
    return RingRecipe.RECIPE.costs(size).stream()
        .filter(cost -> cost.when().equals(when))
        .mapToLong(Cost::messages)
        .findAny()
        .orElseThrow();
  }

  /** A group that has elected its highest, whose detectors know only what they are told. */
  private ElectionGroup group(int size, Setup setup) {
    View view = View.numbered(1, size);
    Blueprint blueprint =
        node -> {
          Oracle oracle = new Oracle();
          oracles.put(node.self(), oracle);
          node.add("ring", RingElection.Msg.class, c -> new RingElection(c, view, oracle, CONFIG));
        };
    ElectionGroup group =
        new ElectionGroup(size, blueprint, setup).counting(RingElection.Msg.class);
    group.run(20);
    assertThat(group.agreed(group.members)).contains(id(size));
    return group;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 9, 25, 101})
  void quietElectionGoesRoundTwice(int size) {
    ElectionGroup group =
        ElectionGroup.of(
                RingRecipe.RECIPE, size, Map.of("detector", "none", "timeout", "9s"), STEADY)
            .counting(RingElection.Msg.class);
    group.notice(1 + size / 2);
    group.run(20);
    assertThat(group.agreed(group.members)).contains(id(size));
    assertThat(group.messages()).isEqualTo(cost(size, "two full laps"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 25, 101})
  void oneWhoNoticesLetsTheRestGoRoundTwice(int size) {
    ElectionGroup group = group(size, STEADY);
    group.crash(size);
    group.up().forEach(node -> oracles.get(node).suspect(id(size), true));
    long before = group.messages();
    group.notice((size + 1) / 2);
    group.run(20);
    assertThat(group.agreed(group.up())).contains(id(size - 1));
    assertThat(group.messages() - before).isEqualTo(cost(size, "one notices"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 25, 101})
  void allWhoNoticeAtOnceAddOneMessageEach(int size) {
    ElectionGroup group = group(size, STEADY);
    group.crash(size);
    long before = group.messages();
    group.up().forEach(node -> oracles.get(node).suspect(id(size), true));
    group.up().forEach(node -> group.notice(node.value()));
    group.run(20);
    assertThat(group.agreed(group.up())).contains(id(size - 1));
    assertThat(group.messages() - before).isEqualTo(cost(size, "all notice"));
  }

  /** Whoever they are and whenever they notice, as long as no message overtakes another. */
  @Test
  void someWhoNoticeNeverTakeMoreThanAllAtOnce() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int size = 3 + random.nextInt(7);
      ElectionGroup group = group(size, STEADY.withSeed(seed));
      group.crash(size);
      long before = group.messages();
      group.up().forEach(node -> oracles.get(node).suspect(id(size), true));
      for (int i = 0; i < size; i++) {
        group.simulation.runFor(random.nextLong(SECOND / 20));
        long noticer = 1L + random.nextInt(size - 1);
        if (group.election(id(noticer)).term() == 1) {
          group.notice(noticer);
        }
      }
      group.run(20);
      assertThat(group.agreed(group.up())).as("seed %d", seed).contains(id(size - 1));
      assertThat(group.messages() - before)
          .as("seed %d, N=%d", seed, size)
          .isBetween(cost(size, "one notices"), cost(size, "all notice"));
    }
  }
}
