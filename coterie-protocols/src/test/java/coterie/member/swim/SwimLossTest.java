package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.ManySeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ten members lose half of their messages for ten seconds. Suspicions of that time are still open
 * when it is over, and every member lives: nobody may be given up, neither then nor while it lasts.
 *
 * <p>As a command: {@code ./coterie sim swim -n 10 --start converged --latency uniform:10ms,100ms
 * --seed 434 --until 60 --at '5 loss 0.5 for 10'}
 */
class SwimLossTest {
  private static final long SEEDS = ManySeeds.count(40, 10_000);

  private static int removals(long seed) {
    View members = View.numbered(0, 10);
    Setup setup = Setup.standard().withLatency(Group.DELAY).withSeed(seed);
    Simulation simulation =
        new Simulation(members, SwimRecipe.blueprint(members, SwimConfig.lan(), true), setup);
    simulation.at(5 * SECOND, new Fault.Loss(0.5));
    simulation.at(15 * SECOND, new Fault.Loss(0));
    int[] count = {0};
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            count[0] += note instanceof Note.Failed ? 1 : 0;
          }
        });
    simulation.runUntil(60 * SECOND);
    return count[0];
  }

  @ParameterizedTest
  @ValueSource(longs = {106, 152, 215, 285, 361, 434, 460, 764, 937, 5055, 6031, 6789, 7469})
  void nobodyIsRemovedWhereRefutationsOnceCameTooLate(long seed) {
    assertThat(removals(seed)).isZero();
  }

  @Test
  void nobodyIsRemovedByAPeriodOfLoss() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(removals(seed)).as("seed %d", seed).isZero();
    }
  }
}
