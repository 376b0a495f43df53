package coterie.cli;

import coterie.cli.flags.FlagFile;
import coterie.cli.flags.HelpSections;
import coterie.cli.flags.Subcommand;
import coterie.lab.TextFiles;
import coterie.lab.compare.Comparison;
import coterie.lab.compare.ComparisonRequest;
import coterie.lab.compare.DetectorComparison;
import coterie.lab.trial.RecipeChoice;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * Runs detectors, elections, or mutual exclusions, through the same faults and sets their figures
 * side by side.
 */
@Command(name = "compare", abbreviateSynopsis = true, sortOptions = false)
final class CompareCommand extends Subcommand {
  @Mixin private Results results;

  @Option(names = "--csv-curve", paramLabel = "FILE")
  private @Nullable Path csvCurve;

  @Option(names = "--html", paramLabel = "FILE")
  private @Nullable Path html;

  @Mixin private ShardFlags shard;

  private final Recipes recipes;

  private CompareCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  static CommandLine commandLine(Recipes recipes) {
    CommandLine compare = new CommandLine(new CompareCommand(recipes));
    CommandSpec spec = compare.getCommandSpec();
    FlagFile.declare(spec, "compare.flags");
    HelpSections.complete(
        spec,
        Map.of(
            "--detectors", RecipeChoice.DETECTORS.names(recipes),
            "--elections", RecipeChoice.ELECTIONS.names(recipes),
            "--mutexes", RecipeChoice.MUTEXES.names(recipes),
            "--crash", List.of("leader", "follower")));
    HelpSections.of("compare.sections").install(spec);
    return compare;
  }

  @Override
  public Integer call() throws IOException {
    ComparisonRequest request = new ComparisonRequest(FlagFile.read(given()), recipes);
    results.check(csvCurve, html);
    if (shard.isGiven()) {
      shard.write(part -> request.run(part, err()));
      return 0;
    }
    boolean hasCurves = csvCurve != null || results.hasSvg() || html != null;
    Comparison<?, ?> report = request.run(hasCurves, err());
    results.write(report, out());
    if (html != null) {
      TextFiles.write(html, report.html());
    }
    if (csvCurve != null && report instanceof DetectorComparison detectors) {
      TextFiles.write(csvCurve, detectors.csvCurve());
    }
    return end(report.violations());
  }
}
