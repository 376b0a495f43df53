package coterie.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.recipe.Recipe;
import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.hunt.HuntRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.testkit.ManySeeds;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No judge objects to a correct protocol, whatever a seed draws. */
class HuntTest {
  private static final int SEEDS = ManySeeds.count(10, 10_000);
  private static final Recipes RECIPES = new Recipes(new Protocols().recipes());

  static Stream<String> protocols() {
    return RECIPES.all().stream().map(Recipe::name);
  }

  private static Hunt hunt(String protocol, int nodes) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    reader.statement("", "protocol " + protocol);
    reader.statement("", "nodes " + nodes);
    reader.statement("", "until " + (protocol.equals("vring") ? "600" : "8"));
    return new Hunt(reader.scenario(), RECIPES, FaultKind.all());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void noJudgeObjects(String protocol) {
    Hunt.Worker worker = hunt(protocol, 4).new Worker(new Coverage());
    for (long seed = 1; seed <= SEEDS; seed++) {
      HuntRun run = worker.run(seed);
      assertThat(run.violation()).as("%s, seed %d", protocol, seed).isNull();
      assertThat(run.events()).as("%s, seed %d", protocol, seed).isPositive();
    }
  }

  @Test
  void seedMeansTheSameWhateverWasRunBefore() {
    Hunt hunt = hunt("lease", 3);
    Hunt.Worker busy = hunt.new Worker(new Coverage());
    for (long seed = 1; seed <= 5; seed++) {
      HuntRun fresh = hunt("lease", 3).new Worker(new Coverage()).run(seed);
      assertThat(busy.run(seed)).isEqualTo(fresh);
    }
  }

  @Test
  void whatHappenedHappensAgainWithoutChance() {
    for (String protocol : new String[] {"bully", "lease", "swim"}) {
      Hunt hunt = hunt(protocol, 4);
      for (long seed = 1; seed <= 5; seed++) {
        ScenarioRun drawn = run(hunt.drawn(seed));
        ScenarioRun again = run(hunt.happened(seed));
        String what = "%s, seed %d".formatted(protocol, seed);
        assertThat(again.stage().messages()).as(what).isEqualTo(drawn.stage().messages());
      }
    }
  }

  private static ScenarioRun run(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario, RECIPES);
    run.run();
    return run;
  }
}
