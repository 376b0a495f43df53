package coterie.detect.vring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Ties;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds of VRing whatever happens, over many seeds. */
class VRingPropertiesTest {
  private static final int SEEDS = ManySeeds.count(1_000, 20_000);
  private static final long PERIOD = TimeText.parse("30");

  private static Simulation simulation(int size, Setup setup, Map<String, String> given) {
    DetectorRecipe recipe = VRing.RECIPE;
    View view = View.numbered(0, size);
    return new Simulation(
        view, recipe.blueprint(view, new Settings(recipe.settings(), given)), setup);
  }

  /** Crashes one that is up, or recovers one that is down; somebody always stays up. */
  private static Fault event(Simulation simulation, SplittableRandom random) {
    while (true) {
      NodeId node = simulation.members().at(random.nextInt(simulation.members().size()));
      if (!simulation.isUp(node)) {
        return new Fault.Recover(node);
      }
      if (simulation.upCount() > 1) {
        return new Fault.Crash(node);
      }
    }
  }

  /**
   * One event at a time, the next only after some periods. Returns the first that was not diagnosed
   * in time, or an empty text.
   */
  private static String undiagnosed(long seed, int size, boolean mend) {
    SplittableRandom random = new SplittableRandom(seed);
    String phases = random.nextBoolean() ? "together" : "scattered";
    String start = random.nextBoolean() ? "unknown" : "converged";
    Ties ties = Ties.values()[random.nextInt(3)];
    Map<String, String> given =
        Map.of("mend", Boolean.toString(mend), "phases", phases, "start", start);
    Simulation simulation = simulation(size, Setup.standard().withSeed(seed).withTies(ties), given);
    Diagnosis diagnosis = new Diagnosis(simulation, diagnosed -> {});
    simulation.runFor((size + 2) * PERIOD);
    for (int i = 0; i < 10; i++) {
      simulation.runFor(random.nextBoolean() ? PERIOD : random.nextLong(PERIOD));
      Fault fault = event(simulation, random);
      simulation.inject(fault);
      long limit = simulation.now() + (size + 2) * PERIOD;
      if (!simulation.runUntil(diagnosis::isSettled, limit)) {
        return fault.text() + ", event " + i;
      }
    }
    return "";
  }

  @Test
  void mendedRingDiagnosesEveryEventWithinItsSizeInPeriods() {
    for (long seed = 0; seed < SEEDS; seed++) {
      int size = 2 + (int) (seed % 9);
      assertThat(undiagnosed(seed, size, true)).as("seed %d, N=%d", seed, size).isEmpty();
    }
  }

  @Test
  void unmendedRingOfFiveLeavesSomeEventsUndiagnosed() {
    int found = 0;
    for (long seed = 0; seed < 300; seed++) {
      found += undiagnosed(seed, 5, false).isEmpty() ? 0 : 1;
    }
    assertThat(found).isGreaterThan(10);
  }

  @Test
  void mendedRingAgreesWithTheTruthOnceFaultsHaveStopped() {
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int size = 2 + random.nextInt(8);
      Setup setup =
          Setup.standard().withSeed(seed).withLatency(Latency.parse("uniform:10ms,100ms"));
      Simulation simulation =
          simulation(size, setup, Map.of("mend", "true", "phases", "scattered"));
      for (int i = 0; i < 12; i++) {
        simulation.runFor(random.nextLong(3 * PERIOD));
        simulation.inject(event(simulation, random));
      }
      simulation.runFor((3 * size + 6) * PERIOD);
      assertTruth(simulation, "seed %d, N=%d".formatted(seed, size));
    }
  }

  private static void assertTruth(Simulation simulation, String run) {
    View view = simulation.members();
    for (int i = 0; i < view.size(); i++) {
      if (!simulation.isUp(view.at(i))) {
        continue;
      }
      VRing ring = simulation.protocol(view.at(i), VRing.class);
      for (int k = 0; k < view.size(); k++) {
        int count = ring.count(view.at(k));
        assertThat(EventCounter.isKnown(count)).as("%s: P%d of P%d", run, i, k).isTrue();
        assertThat(EventCounter.isFaulty(count))
            .as("%s: P%d of P%d: %d", run, i, k, count)
            .isEqualTo(!simulation.isUp(view.at(k)));
      }
    }
  }

  @Test
  void quietRingLearnsAllAndTestsOncePerProcessAndPeriod() {
    for (int size = 2; size <= 40; size++) {
      Simulation simulation = simulation(size, Setup.standard(), Map.of());
      simulation.runUntil(size * PERIOD);
      assertTruth(simulation, "N=" + size);
      assertThat(simulation.messages()).as("N=%d", size).isEqualTo(2L * size * size);
    }
  }
}
