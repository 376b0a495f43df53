package coterie.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.sim.Simulation;
import coterie.sim.Stage;
import coterie.sim.explore.Monitor;
import coterie.sim.scenario.ScenarioRun;
import coterie.testkit.Draws;
import coterie.testkit.SimulatedGroup;
import coterie.testkit.Storm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Tests as users write them, good and bad, which the kit's own tests launch one by one. */
class SimSamples {
  private static final String CRASHES = "every 4 crash for 1";

  private final List<Long> seen = new ArrayList<>();

  @SimTest(
      recipe = Ticker.Sound.class,
      judges = Ticker.TicksGrow.class,
      nodes = 3,
      seeds = 20,
      scenario = CRASHES)
  void soundOnesTicksGrow() {}

  @SimTest(
      recipe = Ticker.Forgetful.class,
      judges = Ticker.TicksGrow.class,
      nodes = 3,
      seeds = 20,
      until = "12s",
      scenario = {"set period 1s", "every 30 crash for 1"})
  void forgetfulOnesTicksGrow() {}

  @SimTest(
      recipe = Ticker.Sound.class,
      judges = Ticker.TicksGrow.class,
      nodes = 3,
      seeds = 30,
      faults = "all")
  void soundOneInAllFaults() {}

  @SimTest(
      recipe = Ticker.Forgetful.class,
      judges = Ticker.TicksGrow.class,
      nodes = 3,
      seeds = 30,
      until = "10s",
      faults = {"crash", "loss"},
      scenario = "at 0.5 call 1 tick")
  void forgetfulOneInCrashes() {}

  @SimTest(
      recipe = Ticker.Forgetful.class,
      judges = Ticker.TicksGrow.class,
      seeds = 20,
      scenario = CRASHES,
      finds = "ticks-grow")
  void forgetfulOneIsCaught() {}

  @SimTest(
      recipe = Ticker.Sound.class,
      judges = Ticker.TicksGrow.class,
      seeds = 3,
      scenario = CRASHES,
      finds = "ticks-grow")
  void soundOneIsCaught() {}

  @SimTest(recipe = Ticker.Sound.class, nodes = 3, seeds = 3, until = "5")
  void everythingIsInjected(
      Simulation simulation,
      Stage stage,
      ScenarioRun run,
      SimulatedGroup<Ticker> group,
      Storm storm,
      Draws draws,
      long seed,
      TestInfo info,
      @TempDir Path folder) {
    seen.add(seed);
    assertThat(seen).hasSize((int) seed);
    assertThat(stage).isSameAs(simulation).isSameAs(run.stage()).isSameAs(group.simulation);
    assertThat(storm.draws()).isSameAs(draws);
    assertThat(run.scenario().setup().seed()).isEqualTo(seed);
    assertThat(info.getDisplayName()).contains("everythingIsInjected");
    assertThat(folder).exists();
    group.run(2);
    assertThat(group.at(1).number()).isEqualTo(2);
  }

  @SimTest(recipe = Ticker.Forgetful.class, seeds = 50, until = "10")
  void assertionFails(SimulatedGroup<Ticker> group, Storm storm) {
    storm.withAllKinds().blow(20);
    storm.calm();
    storm.recoverAll();
    group.run(4);
    assertThat(group.at(0).number()).as("number of P0").isGreaterThan(5);
  }

  @SimTest(blueprint = "forgetful", judges = Ticker.TicksGrow.class, seeds = 5, until = "9")
  void blueprintIsRun(SimulatedGroup<Ticker> group) {
    group.run(3.5);
    group.crash(1);
    group.recover(1);
  }

  static Blueprint forgetful(View members) {
    return Ticker.blueprint(members, true);
  }

  @SimTest(recipe = Ticker.Sound.class, seeds = 4, until = "1")
  void assumptionSkipsASeed(long seed) {
    assumeTrue(seed % 2 == 0);
  }

  @SimTest(recipe = Ticker.Sound.class, seeds = 4, until = "1")
  void assumptionSkipsAll() {
    assumeTrue(false, "not here");
  }

  @SimTest(recipe = Ticker.Sound.class, seeds = 9, until = "1")
  void fieldIsKeptFromSeedToSeed(long seed) {
    seen.add(seed);
    assertThat(seen.size()).isNotEqualTo(3);
  }

  @SimTest(recipe = Ticker.Sound.class, seeds = 0)
  void noSeeds() {}

  @SimTest(recipe = Ticker.Sound.class, nodes = 0)
  void noNodes() {}

  @SimTest(recipe = Ticker.Sound.class, until = "soon")
  void badTime() {}

  @SimTest(protocol = "tocker")
  void unknownProtocol() {}

  @SimTest
  void noProtocol() {}

  @SimTest(protocol = "ticker", recipe = Ticker.Sound.class)
  void twoProtocols() {}

  @SimTest(blueprint = "nowhere")
  void unknownBlueprint() {}

  @SimTest(recipe = Ticker.Sound.class, scenario = "at 3 explode 1")
  void badStatement() {}

  @SimTest(recipe = Ticker.Sound.class, scenario = "at 3 call 1 tock")
  void badCall() {}

  @SimTest(recipe = Ticker.Sound.class, faults = "thunder")
  void badFault() {}

  @SimTest(recipe = Ticker.Sound.class, judges = Strange.class)
  void badJudge() {}

  abstract static class Strange implements Monitor<Ticker.TicksGrow.State> {}

  @SimTest(recipe = Ticker.Sound.class)
  void strangeParameter(String name) {}

  @SimTest(recipe = Ticker.Sound.class)
  void groupOfAnything(SimulatedGroup<?> group) {}
}
