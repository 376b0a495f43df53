package coterie.elect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.elect.bully.BullyRecipe;
import coterie.elect.ring.RingRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a detector does not notice, silence does. */
class SilentLeaderTest {
  /** SWIM does not suspect whom it has not met since its own restart. */
  @ParameterizedTest
  @ValueSource(strings = {"bully", "ring"})
  void aLeaderThatTheDetectorNeverMetIsNotFollowedForEver(String name) {
    ElectionRecipe recipe = name.equals("bully") ? BullyRecipe.RECIPE : RingRecipe.RECIPE;
    Setup setup = Setup.standard().withLatency(Latency.parse("30ms"));
    ElectionGroup group = ElectionGroup.of(recipe, 2, Map.of("detector", "swim"), setup);
    group.run(2);
    group.inject(Fault.Partition.of(List.of(List.of(ElectionGroup.id(2)))));
    group.run(1);
    group.inject(new Fault.Pause(ElectionGroup.id(2)));
    group.run(1);
    group.crash(1);
    group.run(6);
    group.recover(1);
    group.run(10);
    group.inject(new Fault.HealAll());
    group.inject(new Fault.Resume(ElectionGroup.id(2)));
    group.crash(2);
    group.run(60);
    assertThat(group.agreed(group.up())).contains(ElectionGroup.id(1));
  }
}
