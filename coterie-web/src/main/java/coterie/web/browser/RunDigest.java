package coterie.web.browser;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.EnumSet;
import java.util.List;

/**
 * A number for a whole run, to compare runs of the JVM and of the browser: one over the lines of
 * all events, and one over the notes alone.
 */
public final class RunDigest {
  private final Recipes recipes;

  public RunDigest(Recipes recipes) {
    this.recipes = recipes;
  }

  /** Answers a request that begins with the word digest; the lines after it are a scenario. */
  public String answer(String request) {
    List<String> lines = List.of(request.split("\n", -1));
    if (!lines.getFirst().equals("digest")) {
      throw new IllegalArgumentException(
          "unknown request \"%s\"; send digest and a scenario".formatted(lines.getFirst()));
    }
    return of(lines.subList(1, lines.size()));
  }

  /** Runs the scenario and returns its digest. */
  public String of(List<String> statements) {
    Scenario scenario = new ScenarioReader(recipes).text("scenario", statements).scenario();
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    Sum events = new Sum();
    Sum notes = new Sum();
    run.trace(
        EnumSet.allOf(Kind.class),
        event -> {
          String line = Lines.of(event);
          events.add(line);
          if (event instanceof TraceEvent.Noted) {
            notes.add(line);
          }
        });
    run.run();
    return "events %s, notes %s, broken %d"
        .formatted(events.text(), notes.text(), run.violations().size());
  }

  private static final class Sum {
    private long count;
    private long hash = 7;

    void add(String line) {
      count++;
      hash = hash * 31 + line.hashCode();
    }

    String text() {
      return count + " " + hash;
    }
  }
}
