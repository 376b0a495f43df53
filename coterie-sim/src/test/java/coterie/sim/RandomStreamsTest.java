package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One random stream per (seed, node, incarnation). */
class RandomStreamsTest {
  private static final Probe.Script SILENT = new Probe.Script() {};

  private static List<Long> draw(Group group, long node, int count) {
    List<Long> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drawn.add(group.probe(node).context.random(1L << 40));
    }
    return drawn;
  }

  private static Group group(long seed) {
    Group group = new Group(3, Setup.standard().withSeed(seed), SILENT);
    group.simulation.start();
    return group;
  }

  @Test
  void streamRepeatsForSeedNodeAndIncarnation() {
    List<Long> drawn = draw(group(5), 1, 20);
    assertThat(draw(group(5), 1, 20)).isEqualTo(drawn);
    Group other = group(5);
    draw(other, 0, 7);
    draw(other, 2, 3);
    other.simulation.inject(new Fault.Crash(id(2)));
    other.simulation.inject(new Fault.Recover(id(2)));
    assertThat(draw(other, 1, 20)).as("whatever the others draw").isEqualTo(drawn);
  }

  @Test
  void streamsDifferBySeedNodeAndIncarnation() {
    Group group = group(5);
    List<Long> all = new ArrayList<>();
    for (long node = 0; node < 3; node++) {
      for (int life = 0; life < 3; life++) {
        all.addAll(draw(group, node, 20));
        group.simulation.inject(new Fault.Crash(id(node)));
        group.simulation.inject(new Fault.Recover(id(node)));
      }
    }
    all.addAll(draw(group(6), 0, 20));
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void numbersAreEvenlySpreadBelowTheBound() {
    SeededRandom random = new SeededRandom(9, 1);
    int[] seen = new int[7];
    for (int i = 0; i < 70_000; i++) {
      seen[(int) random.below(7)]++;
    }
    for (int times : seen) {
      assertThat(times / 10_000.0).isCloseTo(1, within(0.04));
    }
    for (long bound : new long[] {1, 2, 3, 1L << 40, Long.MAX_VALUE}) {
      assertThat(random.below(bound)).isBetween(0L, bound - 1);
    }
  }

  @Test
  void boundIsAtLeastOne() {
    Group group = group(1);
    assertThat(group.probe(0).context.random(1)).isZero();
    assertThatThrownBy(() -> group.probe(0).context.random(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a random bound is at least 1, not 0");
  }
}
