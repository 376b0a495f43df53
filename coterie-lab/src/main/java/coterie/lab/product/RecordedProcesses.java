package coterie.lab.product;

import coterie.lab.live.Recordings;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Every process in a file of its own, to be replayed. */
public final class RecordedProcesses implements Product {
  private final Path folder;
  private @Nullable Recordings recordings;

  public RecordedProcesses(Path folder) {
    this.folder = folder;
  }

  @Override
  public void check(Scenario scenario, Recipes recipes) {}

  @Override
  public void attach(ScenarioRun run) throws IOException {
    recordings = Recordings.of(run, folder);
  }

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    if (recordings != null) {
      recordings.finish();
    }
  }

  @Override
  public void close() {
    if (recordings != null) {
      recordings.close();
    }
  }
}
