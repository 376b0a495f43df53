package coterie.detect.vring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A simulation driven from Java; the docs show the middle part. */
class StepByStepTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void crashIsNoticedAtTheNextTest() {
    DetectorRecipe recipe = VRing.RECIPE;
    View members = View.numbered(0, 4);
    Blueprint blueprint =
        recipe.blueprint(members, new Settings(recipe.settings(), Map.of("start", "converged")));

    Simulation simulation = new Simulation(members, blueprint, Setup.standard().withSeed(7));
    simulation.runUntil(100 * SECOND);
    simulation.inject(new Fault.Crash(members.at(1)));
    boolean noticed =
        simulation.runUntil(
            () -> simulation.protocol(members.at(0), VRing.class).suspects(members.at(1)),
            200 * SECOND);

    assertThat(noticed).isTrue();
    assertThat(simulation.now()).isEqualTo(120 * SECOND);
  }
}
