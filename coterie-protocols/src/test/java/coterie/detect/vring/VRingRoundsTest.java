package coterie.detect.vring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.SeededRandom;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.fault.Fault;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many rounds a crash takes to be known to all, against what can be said beforehand. */
class VRingRoundsTest {
  private static final int SEEDS = 400;
  private static final long PERIOD = TimeText.parse("30");

  private static Diagnosed crash(int members, String phases, int who, long at, long seed) {
    View view = View.numbered(0, members);
    DetectorRecipe recipe = VRing.RECIPE;
    Settings settings =
        new Settings(recipe.settings(), Map.of("phases", phases, "start", "converged"));
    Simulation simulation =
        new Simulation(view, recipe.blueprint(view, settings), Setup.standard().withSeed(seed));
    Diagnosis diagnosis = new Diagnosis(simulation, diagnosed -> {});
    simulation.at(at, new Fault.Crash(new NodeId(who)));
    simulation.runUntil(at + (members + 1) * PERIOD);
    return diagnosis.events().getFirst();
  }

  private static long latency(Diagnosed diagnosed) {
    return Objects.requireNonNull(diagnosed.latencyNanos());
  }

  /**
   * The latency is a sum of n-1 waits, each equally likely anywhere in a period: its mean is half
   * as many periods, its variance a twelfth as many square periods.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 8, 16, 32})
  void scatteredTestsTakeHalfAsManyPeriodsAsThereAreSurvivors(int members) {
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SeededRandom random = new SeededRandom(seed, members);
      long at = 3 * PERIOD + random.below(PERIOD);
      Diagnosed found =
          crash(members, "scattered", (int) random.below(members), at, 1000L * members + seed);
      double periods = (double) latency(found) / PERIOD;
      assertThat(periods).isLessThan(members - 1);
      assertThat(found.rounds()).isLessThanOrEqualTo(members - 1);
      sum += periods;
    }
    double error = Math.sqrt((members - 1) / 12.0 / SEEDS);
    assertThat(sum / SEEDS).isCloseTo((members - 1) / 2.0, within(4 * error));
  }

  /**
   * Tested at the same instants, in the order of their numbers: the predecessor finds the crash at
   * the next instant, and the news goes to one more process in each further period, but from P0 to
   * the last process within the instant, because that one tests after P0 has learned.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 9, 20})
  void testsTogetherTakeOnePeriodPerSurvivorSaveOneAcrossTheSeam(int members) {
    for (int who = 0; who < members; who++) {
      long at = 3 * PERIOD + TimeText.SECOND;
      boolean crossesTheSeam = who > 0 && who < members - 1;
      long hops = members - 2 - (crossesTheSeam ? 1 : 0);
      Diagnosed found = crash(members, "together", who, at, 1);
      assertThat(found.diagnosedAtNanos())
          .as("P%d of %d", who, members)
          .isEqualTo(4 * PERIOD + hops * PERIOD);
      assertThat(found.rounds()).isLessThanOrEqualTo(members - 1);
    }
  }
}
