package coterie.lab.product;

import coterie.lab.TextFiles;
import coterie.lab.picture.SpaceTime;
import coterie.lab.picture.instants.EventOrder;
import coterie.lab.picture.instants.Reigns;
import coterie.sim.check.Moment;
import coterie.sim.check.Violation;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Kind;
import coterie.sim.trace.TraceEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The space-time diagram of a run. */
public final class SpaceTimeFile extends Drawn {
  static final int NODES_MAX = 64;

  private final boolean isTold;
  private final List<TraceEvent> events = new ArrayList<>();
  private @Nullable Reigns reigns;
  private @Nullable EventOrder order;

  /**
   * Draws into that file.
   *
   * @param isTold whether sentences tell what the picture shows; they would lie over the arrows
   */
  public SpaceTimeFile(Path file, boolean isTold) {
    super("--svg", file, NODES_MAX);
    this.isTold = isTold;
  }

  @Override
  public void attach(ScenarioRun run) {
    reigns = new Reigns(run.stage());
    EventOrder rows = new EventOrder(run.stage());
    order = run.scenario().isManual() ? rows : null;
    run.trace(
        isTold ? EnumSet.complementOf(EnumSet.of(Kind.SENTENCES)) : EnumSet.allOf(Kind.class),
        run.scenario().isManual() ? rows::add : events::add);
  }

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    Scenario scenario = run.scenario();
    if (order != null) {
      TextFiles.write(
          file(),
          SpaceTime.svg(
              scenario.protocol() + ", a row for every event",
              scenario.members(),
              order.events(),
              order.rowNanos(),
              order.reigns(),
              order.rows(conflict(run))));
    } else if (reigns != null) {
      TextFiles.write(
          file(),
          SpaceTime.svg(
              name(scenario),
              scenario.members(),
              events,
              scenario.untilNanos(),
              reigns.all(),
              conflict(run)));
    }
  }

  /** The events of the first broken promise; none if all were kept. */
  private static List<Moment> conflict(ScenarioRun run) {
    List<Violation> broken = run.objections();
    return broken.isEmpty() ? List.of() : broken.getFirst().conflict();
  }

  static String name(Scenario scenario) {
    return "%s, seed %d".formatted(scenario.protocol(), scenario.setup().seed());
  }
}
