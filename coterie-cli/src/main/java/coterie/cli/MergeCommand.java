package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.merge.MergeRequest;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts the reports of all shards of a campaign together. */
@Command(name = "merge", abbreviateSynopsis = true, sortOptions = false)
final class MergeCommand extends Subcommand {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "the reports of all shards")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--json", arity = "0..1", fallbackValue = "-", paramLabel = "FILE")
  private @Nullable Path json;

  @Option(names = "--csv", arity = "0..1", fallbackValue = "-", paramLabel = "FILE")
  private @Nullable Path csv;

  private final Recipes recipes;

  MergeCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    return new MergeRequest(files, json, csv).run(recipes, out(), err());
  }
}
