package coterie.lab.product;

import coterie.lab.TextFiles;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import java.nio.file.Path;

/** A product that is one file, and has room for a limited number of processes. */
abstract class Drawn implements Product {
  private final String flag;
  private final Path file;
  private final int nodesMax;

  Drawn(String flag, Path file, int nodesMax) {
    this.flag = flag;
    this.file = file;
    this.nodesMax = nodesMax;
  }

  final Path file() {
    return file;
  }

  @Override
  public void check(Scenario scenario, Recipes recipes) {
    TextFiles.requireWritable(file);
    if (scenario.members().size() > nodesMax) {
      throw new IllegalArgumentException(
          "%s draws up to %d processes, not %d"
              .formatted(flag, nodesMax, scenario.members().size()));
    }
  }
}
