package coterie.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.recipe.Recipe;
import coterie.recipe.StoreRecipe;
import coterie.sim.explore.monitor.MonitorJudge;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No monitor of an exhaustive search objects to a correct protocol in a storm of faults. */
class MonitoredRunsTest {
  private static final Recipes RECIPES = Recipes.of(MonitoredRunsTest.class.getClassLoader());
  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 200 : 2;

  static Stream<String> protocols() {
    return new Protocols().recipes().stream().map(Recipe::name);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void correctProtocolsMeetNoObjection(String protocol) {
    boolean isStore = RECIPES.named(protocol) instanceof StoreRecipe;
    for (int seed = 1; seed <= SEEDS; seed++) {
      ScenarioReader reader = new ScenarioReader(RECIPES);
      List<String> statements =
          List.of(
              "protocol " + protocol,
              "nodes 3",
              "seed " + seed,
              "until " + (isStore ? "2s" : "10s"),
              "latency uniform:1ms,300ms",
              "loss 0.1",
              "sync 30ms",
              "every 3 crash for 1",
              "every 5 pause for 1",
              "every 5 cut for 1");
      ScenarioRun run = new ScenarioRun(reader.text(protocol, statements).scenario(), RECIPES);
      MonitorJudge judge = run.judges().appoint(MonitorJudge::of).orElseThrow();
      run.run();
      assertThat(judge.violations()).as("seed %d", seed).isEmpty();
    }
  }
}
