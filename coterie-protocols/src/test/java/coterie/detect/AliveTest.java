package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.heartbeat.Heartbeat;
import coterie.detect.heartring.HeartRing;
import coterie.detect.phi.PhiAccrual;
import coterie.detect.vring.VRing;
import coterie.member.swim.SwimRecipe;
import coterie.member.swimplain.SwimPlainRecipe;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whom every detector holds for up. */
class AliveTest {
  private static final long SECOND = TimeText.SECOND;

  static Stream<DetectorRecipe> recipes() {
    return Stream.of(
        Heartbeat.RECIPE,
        HeartRing.RECIPE,
        PhiAccrual.RECIPE,
        VRing.RECIPE,
        SwimRecipe.RECIPE,
        SwimPlainRecipe.RECIPE);
  }

  private static Simulation simulation(DetectorRecipe recipe, int size, long seed) {
    View view = View.numbered(0, size);
    Settings settings = new Settings(recipe.settings(), recipe.laboratory());
    Setup setup = Setup.standard().withSeed(seed).withLatency(Latency.parse("uniform:10ms,100ms"));
    return new Simulation(view, recipe.blueprint(view, settings), setup);
  }

  /** Nobody is both, and in the end all know who is up. */
  @ParameterizedTest
  @MethodSource("recipes")
  void thoseWhoAreUpAreAliveAndNobodyIsSuspectedAsWell(DetectorRecipe recipe) {
    for (long seed = 0; seed < 30; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int size = 3 + random.nextInt(4);
      Simulation simulation = simulation(recipe, size, seed);
      simulation.runFor(20 * SECOND);
      simulation.inject(new Fault.Crash(new NodeId(1 + random.nextInt(size - 1))));
      for (int i = 0; i < 10; i++) {
        simulation.runFor(random.nextLong(4 * SECOND));
        assertDisjoint(simulation, recipe.name() + ", seed " + seed);
      }
      simulation.runFor(60 * SECOND);
      for (NodeId node : up(simulation)) {
        assertThat(simulation.protocol(node, Detector.class).alive())
            .as("%s, seed %d, %s", recipe.name(), seed, node)
            .isEqualTo(up(simulation));
      }
    }
  }

  private static void assertDisjoint(Simulation simulation, String run) {
    for (NodeId node : up(simulation)) {
      Detector detector = simulation.protocol(node, Detector.class);
      assertThat(detector.alive()).as(run).isSorted().contains(node);
      assertThat(detector.alive()).as(run).noneMatch(detector.suspects()::contains);
    }
  }

  private static List<NodeId> up(Simulation simulation) {
    List<NodeId> up = new ArrayList<>();
    for (int i = 0; i < simulation.members().size(); i++) {
      if (simulation.isUp(simulation.members().at(i))) {
        up.add(simulation.members().at(i));
      }
    }
    return up;
  }
}
