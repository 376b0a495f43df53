package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.TimeText;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.recipe.DetectorRecipe;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LaboratoryTest {
  private static final long SECOND = TimeText.SECOND;
  private static final Laboratory LABORATORY =
      new Laboratory(
          "lognormal:20ms,0.5",
          60,
          20 * SECOND,
          60,
          2 * SECOND,
          60 * SECOND,
          10 * SECOND,
          20 * SECOND);

  private static List<Step> steps(String detector, double loss, long seed) {
    Contestant contestant =
        new Contestant((DetectorRecipe) Pulse.RECIPES.named(detector), new TreeMap<>());
    Scenario scenario = LABORATORY.scenario(new Trial<>(contestant, 10, loss), Pulse.RECIPES, seed);
    assertThat(scenario.setup().seed()).isEqualTo(seed);
    return scenario.steps();
  }

  @Test
  void allDetectorsMeetTheSameFaultsOnEveryNetwork() {
    Set<List<Step>> all = new HashSet<>();
    for (long seed = 1; seed <= 20; seed++) {
      List<Step> steps = steps("pulse", 0, seed);
      assertThat(steps("nervous", 0, seed)).isEqualTo(steps).isNotEmpty();
      assertThat(steps("blind", 0.2, seed)).isEqualTo(steps);
      all.add(steps);
    }
    assertThat(all).as("seeds differ").hasSize(20);
  }

  @Test
  void crashesComeAtTheirRateAfterTheWarmUpAndBeforeTheQuietStretch() {
    List<Long> crashes = new ArrayList<>();
    for (long seed = 1; seed <= 300; seed++) {
      for (Step step : steps("pulse", 0, seed)) {
        if (step.action() instanceof Step.Inject inject && inject.fault() instanceof Fault.Crash) {
          crashes.add(step.atNanos());
        }
      }
    }
    assertThat(crashes).allMatch(at -> at > 10 * SECOND && at <= 40 * SECOND);
    // Ten members, one crash a minute each, half a minute; fewer, as one that is down cannot crash.
    assertThat(crashes.size() / 300.0).isBetween(3.5, 5.0);
  }

  @Test
  void replayNamesTheRun() {
    Contestant contestant =
        new Contestant((DetectorRecipe) Pulse.RECIPES.named("pulse"), new TreeMap<>())
            .with("timeout", "3s");
    assertThat(LABORATORY.replay(new Trial<>(contestant, 10, 0.05), 7))
        .isEqualTo(
            "./coterie sim pulse -n 10 --seed 7 --until 60 --latency lognormal:20ms,0.5 --loss 0.05"
                + " --every '6 crash for 20 from 10 until 40' --every '6 pause for 2' --timeout"
                + " 3s");
  }
}
