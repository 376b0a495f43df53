package coterie.sim.shrink;

import coterie.sim.check.Violation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.scenario.ScenarioRun;
import java.util.List;
import java.util.function.Consumer;

/** Runs a scenario, and tells what it breaks. */
@FunctionalInterface
public interface Trial {
  /** Returns what is wrong with the run; nothing if the scenario cannot be run. */
  List<Violation> violations(Scenario scenario);

  /** Runs with the judges that every run has. */
  static Trial of(Recipes recipes) {
    return of(recipes, run -> {});
  }

  /**
   * Runs with more judges.
   *
   * @param appointing adds them to a run, before it starts
   */
  static Trial of(Recipes recipes, Consumer<ScenarioRun> appointing) {
    return scenario -> {
      try {
        ScenarioRun run = new ScenarioRun(scenario, recipes);
        appointing.accept(run);
        run.run();
        return run.objections();
      } catch (ScenarioException e) {
        return List.of(); // Such a scenario cannot be: it crashes what is down.
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        return List.of(Violation.thrown(e));
      }
    };
  }
}
