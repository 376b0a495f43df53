package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.trial.Choice;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trials;
import coterie.lab.tune.TuneReport;
import coterie.lab.tune.Tuning;
import coterie.lab.tune.Tuning.Answer;
import coterie.lab.tune.Tuning.Wish;
import coterie.lab.tune.TuningRuns;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches the settings of a detector for the cheapest one that meets given targets. */
@Command(name = "tune", abbreviateSynopsis = true, sortOptions = false)
final class TuneCommand extends Subcommand {
  private static final double DECIMAL_MAX = 1e6;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DETECTOR",
      description = "which detector; coterie compare shows all")
  private @Nullable String detector;

  @Option(names = "--detect-within", paramLabel = "TIME")
  private String detectWithin = "5s";

  @Option(names = "--mistakes-per-day", paramLabel = "X")
  private String mistakesPerDay = "1";

  @Option(names = "--nodes", paramLabel = "N")
  private String nodes = "10";

  @Option(names = "--loss", paramLabel = "P")
  private String loss = "0.01";

  @Option(names = "--seeds", paramLabel = "K")
  private String seeds = "10";

  @Option(names = "--effort", paramLabel = "E")
  private String effort = "1";

  @Mixin private LaboratoryFlags flags = new LaboratoryFlags("10m");

  @Option(names = "--json")
  private boolean json;

  private final Recipes recipes;

  TuneCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  static CommandLine commandLine(Recipes recipes) {
    CommandLine tune = new CommandLine(new TuneCommand(recipes));
    CommandSpec spec = tune.getCommandSpec();
    PositionalParamSpec detector = spec.positionalParameters().getFirst();
    spec.remove(detector);
    spec.addPositional(
        PositionalParamSpec.builder(detector)
            .completionCandidates(Choice.DETECTORS.names(recipes))
            .build());
    return tune;
  }

  @Override
  public Integer call() {
    if (detector == null) {
      throw new IllegalArgumentException(
          "tune takes a detector: " + String.join(", ", Choice.DETECTORS.names(recipes)));
    }
    Contestant from = flags.contestants(List.of(detector), recipes).getFirst();
    Laboratory laboratory = flags.laboratory();
    double within = (double) Numbers.time("--detect-within", detectWithin);
    Wish wish =
        new Wish(
            within / TimeText.SECOND,
            Numbers.positive("--mistakes-per-day", mistakesPerDay, DECIMAL_MAX));
    int size = LaboratoryFlags.nodes(nodes);
    double lost = Numbers.probability("--loss", loss);
    int shortRuns = LaboratoryFlags.seeds(seeds);
    int longRuns =
        TuningRuns.longRuns(
            wish, laboratory, shortRuns, Numbers.positive("--effort", effort, DECIMAL_MAX));
    TuningRuns runs =
        new TuningRuns(
            laboratory,
            recipes,
            new Trials.Effort(flags.firstSeed(), shortRuns, flags.threads()),
            longRuns,
            err());
    runs.check(from, size, lost);
    Answer answer = new Tuning(wish, size, lost, runs).search(from, flags.changed());
    TuneReport report = new TuneReport(answer, wish, laboratory, size, lost, shortRuns, longRuns);
    if (json) {
      out().println(Json.of(report.json()));
    } else {
      report.print(out());
    }
    out().flush();
    return answer.verdict() == Tuning.Verdict.MET ? 0 : FAILED;
  }
}
