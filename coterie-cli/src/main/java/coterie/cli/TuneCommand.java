package coterie.cli;

import coterie.cli.flags.FlagFile;
import coterie.cli.flags.Subcommand;
import coterie.lab.trial.RecipeChoice;
import coterie.lab.tune.TuneReport;
import coterie.lab.tune.TuneRequest;
import coterie.lab.tune.Tuning;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches the settings of a detector for the cheapest one that meets given targets. */
@Command(name = "tune", abbreviateSynopsis = true, sortOptions = false)
final class TuneCommand extends Subcommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DETECTOR",
      description = "which detector; coterie compare shows all")
  private @Nullable String detector;

  @Option(names = "--json")
  private boolean json;

  private final Recipes recipes;

  private TuneCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  static CommandLine commandLine(Recipes recipes) {
    CommandLine tune = new CommandLine(new TuneCommand(recipes));
    CommandSpec spec = tune.getCommandSpec();
    FlagFile.declare(spec, "tune.flags");
    PositionalParamSpec detector = spec.positionalParameters().getFirst();
    spec.remove(detector);
    spec.addPositional(
        PositionalParamSpec.builder(detector)
            .completionCandidates(RecipeChoice.DETECTORS.names(recipes))
            .build());
    return tune;
  }

  @Override
  public Integer call() {
    TuneReport report = new TuneRequest(FlagFile.read(given()), recipes).run(detector, err());
    if (json) {
      out().println(Json.of(report.json()));
    } else {
      report.print(out());
    }
    out().flush();
    return report.answer().verdict() == Tuning.Verdict.MET ? 0 : FAILED;
  }
}
