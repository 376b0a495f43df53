package coterie.lab.product;

import coterie.lab.TextFiles;
import coterie.lab.picture.Panels;
import coterie.lab.sweep.Sweep;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.TraceFile;
import coterie.sim.trace.Kind;
import coterie.sim.trace.TraceEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A panel for every test of a protocol that counts events. */
public final class StepsFile extends Drawn {
  private final @Nullable TraceFile named;
  private final List<TraceEvent> events = new ArrayList<>();

  /**
   * Draws into that file.
   *
   * @param named the trace test whose steps have names, for the run that is its own
   */
  public StepsFile(Path file, @Nullable TraceFile named) {
    super("--steps", file, Panels.NODES_MAX);
    this.named = named;
  }

  @Override
  public void check(Scenario scenario, Recipes recipes) {
    super.check(scenario, recipes);
    if (!Sweep.countsEvents(scenario, recipes)) {
      throw new IllegalArgumentException(
          "--steps takes a protocol that tests others and counts events, such as vring, and %s is"
                  .formatted(scenario.protocol())
              + " not one");
    }
  }

  @Override
  public void attach(ScenarioRun run) {
    run.trace(EnumSet.allOf(Kind.class), events::add);
  }

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    Scenario scenario = run.scenario();
    SortedMap<Integer, String> letters =
        named == null ? new TreeMap<>() : named.letters(scenario.shown(), events);
    String name = scenario.protocol() + ": what every process knows after each test";
    TextFiles.write(file(), Panels.svg(name, scenario.members(), events, letters));
    int leftOut = Panels.leftOut(scenario.members(), events, letters);
    if (leftOut > 0) {
      err.printf(
          "coterie: %s holds the first %d steps; %d more are left out%n",
          file(), Panels.STEPS_MAX, leftOut);
    }
  }
}
