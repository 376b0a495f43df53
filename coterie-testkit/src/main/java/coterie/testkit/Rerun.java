package coterie.testkit;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.util.List;

/** Runs a scenario that broke a promise once more, as the tests of a report do. */
public final class Rerun {
  private Rerun() {}

  /** Returns what the scenario breaks, each as a sentence; its protocol is on the class path. */
  public static List<String> violations(String scenario) {
    return violations(scenario, Recipes.of(Thread.currentThread().getContextClassLoader()));
  }

  /**
   * Returns what the scenario breaks, each as a sentence.
   *
   * @param recipes the protocols that the scenario may name
   */
  public static List<String> violations(String scenario, Recipes recipes) {
    Scenario read =
        new ScenarioReader(recipes).text("scenario", scenario.lines().toList()).scenario();
    ScenarioRun run = new ScenarioRun(read, recipes);
    run.run();
    return run.violations();
  }
}
