package coterie.sim.shrink;

import coterie.sim.Whereabouts;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import coterie.sim.scenario.ManualRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.List;

/** Plays a list of events, without those that have become impossible since others were removed. */
final class Rehearsal {
  private final Recipes recipes;

  Rehearsal(Recipes recipes) {
    this.recipes = recipes;
  }

  /** Returns the time at which the last event of the scenario happens. */
  long endNanos(Scenario scenario) {
    ManualStage stage = ManualRun.stage(scenario, recipes);
    try {
      scenario.choices().forEach(stage::apply);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // It ends there.
    }
    return stage.now();
  }

  /** Returns the scenario with those of the events that can happen. */
  Scenario possible(Scenario scenario, List<Choice> choices) {
    ManualStage stage;
    try {
      stage = ManualRun.stage(scenario, recipes);
    } catch (RuntimeException e) {
      return scenario.withChoices(choices); // It cannot be run, as will be found.
    }
    List<Choice> done = new ArrayList<>();
    for (Choice choice : choices) {
      try {
        done.add(stage.apply(choice));
      } catch (ScenarioException e) {
        // It cannot happen any more.
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        if (Whereabouts.of(e) != null) { // A protocol has thrown, and that is the end.
          done.add(choice);
          break;
        }
      }
    }
    return scenario.withChoices(done);
  }
}
