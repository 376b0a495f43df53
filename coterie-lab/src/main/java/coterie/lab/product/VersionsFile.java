package coterie.lab.product;

import coterie.lab.TextFiles;
import coterie.lab.picture.VersionGraph;
import coterie.recipe.StoreRecipe;
import coterie.sim.check.store.Copies;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** The versions that are remembered at the end of a run. */
public final class VersionsFile extends Drawn {
  public VersionsFile(Path file) {
    super("--versions", file, Integer.MAX_VALUE);
  }

  @Override
  public void check(Scenario scenario, Recipes recipes) {
    super.check(scenario, recipes);
    boolean keeps =
        recipes.named(scenario.protocol()) instanceof StoreRecipe store && store.keepsHistory();
    if (!keeps) {
      throw new IllegalArgumentException(
          "--versions takes a protocol that remembers versions, such as documents, and %s does not"
              .formatted(scenario.protocol()));
    }
  }

  @Override
  public void attach(ScenarioRun run) {}

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    Copies copies = run.judge(Copies.class).orElseThrow();
    TextFiles.write(
        file(), VersionGraph.svg(SpaceTimeFile.name(run.scenario()), copies.lineages()));
  }
}
