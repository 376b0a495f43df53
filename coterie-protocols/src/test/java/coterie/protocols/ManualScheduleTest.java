package coterie.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import coterie.recipe.Recipe;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import coterie.sim.scenario.ChoiceByName;
import coterie.sim.scenario.ManualRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.Trace;
import coterie.testkit.Draws;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every protocol can be scheduled by hand, and a schedule that was written is the same run. */
class ManualScheduleTest {
  private static final int STEPS = 60;
  private static final Recipes RECIPES = Recipes.of(ManualScheduleTest.class.getClassLoader());

  @Test
  void everyRandomWalkIsWrittenAndPlayedAgain() {
    int seed = 0;
    for (Recipe recipe : RECIPES.all()) {
      walk(recipe.name(), new Draws(++seed));
    }
  }

  private static void walk(String protocol, Draws draws) {
    Scenario scenario =
        read(List.of("protocol " + protocol, "nodes 3", "schedule manual", "show all"));
    ManualStage stage = ManualRun.stage(scenario, RECIPES);
    List<String> lines = new ArrayList<>();
    stage.watch(new Trace(EnumSet.allOf(Kind.class), event -> lines.add(Lines.of(event))));
    stage.start();
    List<Choice> chosen = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      List<Choice> possible = draws.oneIn(8) ? stage.mishaps() : stage.choices();
      if (!possible.isEmpty()) {
        Choice choice = possible.get(draws.nextInt(possible.size()));
        assertEquals(choice, ChoiceByName.parse(choice.text()));
        chosen.add(stage.apply(choice));
      }
    }
    assertFalse(chosen.isEmpty(), protocol);
    Scenario again = read(ScenarioText.lines(scenario.withChoices(chosen), RECIPES));
    ScenarioRun run = new ScenarioRun(again, RECIPES);
    List<String> played = new ArrayList<>();
    run.trace(
        EnumSet.complementOf(EnumSet.of(Kind.VERDICTS)), event -> played.add(Lines.of(event)));
    run.run();
    assertEquals(lines, played);
    assertEquals(chosen, ManualRun.exact(again, RECIPES));
  }

  private static Scenario read(List<String> lines) {
    return new ScenarioReader(RECIPES).text("test", lines).scenario();
  }
}
