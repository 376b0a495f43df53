package coterie.lab.product;

import coterie.lab.TextFiles;
import coterie.lab.report.ShiViz;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A log for ShiViz. */
public final class ShiVizFile extends Drawn {
  private @Nullable ShiViz log;

  public ShiVizFile(Path file) {
    super("--shiviz", file, SpaceTimeFile.NODES_MAX);
  }

  @Override
  public void attach(ScenarioRun run) {
    log = new ShiViz(run.stage());
  }

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    if (log == null) {
      return;
    }
    TextFiles.write(file(), log.text());
    if (log.leftOut() > 0) {
      err.printf(
          "coterie: %s holds the first %d events; %d more are left out%n",
          file(), ShiViz.EVENTS_MAX, log.leftOut());
    }
  }
}
