package coterie.lab.session;

import coterie.lab.report.ShiViz;
import coterie.lab.timeline.Timeline;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What only a running protocol can tell: its run again, since the same scenario is the same run. So
 * a run that nobody asks about this pays nothing for it.
 */
final class SecondRun {
  private final Scenario scenario;
  private final ScenarioRun run;
  private final int eventsMax;
  private int events;

  /**
   * Prepares a run.
   *
   * @param eventsMax how many events of its trace the first run had
   */
  SecondRun(Scenario scenario, Recipe recipe, int eventsMax) {
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    this.scenario = scenario;
    this.eventsMax = eventsMax;
    this.run = ScenarioRun.oneOfMany(scenario, recipe, settings, ScenarioRun.builder(scenario));
    run.trace(EnumSet.allOf(Kind.class), event -> events++);
  }

  /** The copies of data as they were at every event. */
  CopyLog copies() {
    CopyLog copies = new CopyLog(run.stage(), () -> events - 1);
    runUntil(copies::isFull);
    return copies;
  }

  /** The table of all instants at which something changed, as far as anybody reads it. */
  Map<String, Object> timeline() {
    Timeline timeline = new Timeline(run.stage());
    runUntil(timeline::isFull);
    List<Object> rows = new ArrayList<>();
    for (Timeline.Row row : timeline.rows()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("at", row.at());
      entry.put("faults", row.faults());
      entry.put("cells", cells(row));
      rows.add(entry);
    }
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("rows", rows);
    table.put("isAll", !timeline.isFull());
    return table;
  }

  /** The log for ShiViz, and how many events it leaves out. */
  Map<String, Object> shiviz() {
    ShiViz log = new ShiViz(run.stage());
    runUntil(() -> log.leftOut() > 0);
    return Map.of("log", log.text(), "leftOut", log.leftOut());
  }

  private static List<Object> cells(Timeline.Row row) {
    List<Object> cells = new ArrayList<>();
    row.cells()
        .forEach(
            (node, cell) -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("node", node);
              entry.put("deeds", cell.deeds());
              entry.put("state", cell.state());
              cells.add(entry);
            });
    return cells;
  }

  private void runUntil(BooleanSupplier isEnough) {
    run.start();
    if (scenario.isManual()) {
      run.playOut();
    } else {
      run.stage()
          .runUntil(() -> events >= eventsMax || isEnough.getAsBoolean(), scenario.untilNanos());
    }
  }
}
