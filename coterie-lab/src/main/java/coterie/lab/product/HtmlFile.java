package coterie.lab.product;

import coterie.lab.Jars;
import coterie.lab.page.PagePacker;
import coterie.lab.page.PagePacker.PackedRun;
import coterie.lab.picture.instants.Reigns;
import coterie.lab.session.LabLimits;
import coterie.lab.session.RecordedEvents;
import coterie.sim.Simulation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.trace.Kind;
import coterie.sim.trace.TraceEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as a page in one file. What its scenario gives again, the page runs itself, so that a
 * reader can change it; a run on sockets, and one of a protocol that the page does not have, is
 * shown as it was.
 */
public final class HtmlFile extends Drawn {
  private final List<TraceEvent> events = new ArrayList<>();
  private @Nullable Recipes recipes;
  private @Nullable Reigns reigns;

  public HtmlFile(Path file) {
    super("--html", file, LabLimits.STANDARD.nodesMax());
  }

  @Override
  public void check(Scenario scenario, Recipes all) {
    super.check(scenario, all);
    PagePacker.found();
    recipes = all;
  }

  @Override
  public void attach(ScenarioRun run) {
    if (text(run) == null) {
      reigns = new Reigns(run.stage());
      run.trace(EnumSet.allOf(Kind.class), this::add);
    }
  }

  /** What comes after the page is full is not kept. */
  private void add(TraceEvent event) {
    if (events.size() <= RecordedEvents.EVENTS_MAX) {
      events.add(event);
    }
  }

  /** The scenario, where the page can run it; null elsewhere. */
  private @Nullable String text(ScenarioRun run) {
    Scenario scenario = run.scenario();
    if (recipes == null || !(run.stage() instanceof Simulation)) {
      return null;
    }
    boolean isOurs = Jars.flags(List.of(recipes.named(scenario.protocol()))).isEmpty();
    String text = String.join("\n", ScenarioText.lines(scenario, recipes)) + "\n";
    return isOurs && text.length() <= LabLimits.STANDARD.textMax() ? text : null;
  }

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    String title = SpaceTimeFile.name(run.scenario());
    String text = text(run);
    if (text != null) {
      PagePacker.write(file(), new PackedRun(title, text, null));
      return;
    }
    boolean isCut = events.size() > RecordedEvents.EVENTS_MAX;
    long end =
        isCut ? events.get(RecordedEvents.EVENTS_MAX).atNanos() : run.scenario().untilNanos();
    String what =
        isCut ? title + ", its first %,d events".formatted(RecordedEvents.EVENTS_MAX) : title;
    if (isCut) {
      err.println("coterie: %s shows %s".formatted(file(), what));
    }
    String recorded =
        new RecordedEvents(events, run.scenario().members())
            .json(
                what,
                run.scenario().protocol(),
                end,
                reigns == null ? List.of() : reigns.all(),
                run.objections());
    PagePacker.write(file(), new PackedRun(what, null, recorded));
  }
}
