package coterie.lab.product;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;

/** Something that a run leaves behind in files, such as a picture. */
public interface Product extends AutoCloseable {
  /** Refuses what cannot be made of that scenario, before anything runs. */
  void check(Scenario scenario, Recipes recipes);

  /** Begins to listen to the run. */
  void attach(ScenarioRun run) throws IOException;

  /** Writes the files, after the run. */
  void finish(ScenarioRun run, PrintWriter err) throws IOException;

  /** Lets go of the files, whether the run has ended or failed. */
  @Override
  default void close() {}
}
