package coterie.cli;

import coterie.core.DetectorRecipe;
import coterie.core.TimeText;
import coterie.lab.trial.Choice;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.Entrants;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.lab.trial.Trials;
import coterie.lab.tune.TuneReport;
import coterie.lab.tune.Tuning;
import coterie.lab.tune.Tuning.Answer;
import coterie.lab.tune.Tuning.Wish;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Searches the settings of a detector for the cheapest one that meets given targets. */
@Command(
    name = "tune",
    abbreviateSynopsis = true,
    sortOptions = false,
    description =
        "Find the setting of a failure detector that notices crashes soon enough, is mistaken"
            + " rarely enough, and sends least; or the one that comes nearest.",
    footer = {"", "Exit codes: 0 a setting meets the targets, 1 none was shown to, 2 bad input."})
final class TuneCommand implements Callable<Integer> {
  /** Simulated for the proof: as long as so many mistakes may take. */
  private static final double MISTAKES_SIMULATED = 5;

  private static final int LONG_RUNS_MAX = 2_000;
  private static final double DECIMAL_MAX = 1e6;

  @Spec private CommandSpec spec;

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
    double within = (double) LaboratoryFlags.time("--detect-within", detectWithin);
    Wish wish = new Wish(within / TimeText.SECOND, positive("--mistakes-per-day", mistakesPerDay));
    int size = LaboratoryFlags.nodes(nodes);
    double lost = LaboratoryFlags.loss(loss);
    int shortRuns = LaboratoryFlags.seeds(seeds);
    Work work = new Work(laboratory, shortRuns, longRuns(wish, laboratory, shortRuns));
    requireCrashes(laboratory);
    work.trials(flags.firstSeed(), 1).add(new Trial<>(firstThatFits(from, size), size, lost));
    Answer answer = new Tuning(wish, size, lost, work).search(from, flags.changed());
    PrintWriter out = spec.commandLine().getOut();
    TuneReport report =
        new TuneReport(answer, wish, laboratory, size, lost, work.shortRuns, work.longRuns);
    if (json) {
      out.println(Json.of(report.json()));
    } else {
      report.print(out);
    }
    out.flush();
    return answer.verdict() == Tuning.Verdict.MET ? 0 : Main.FAILED;
  }

  /** What a user asks for must be possible before anything is said about other settings. */
  private static Contestant firstThatFits(Contestant from, int size) {
    DetectorRecipe.Knob knob = from.recipe().knobs().getFirst();
    for (String value : knob.values()) {
      Contestant moved = from.with(knob.setting(), value);
      if (Entrants.fits(moved, size)) {
        return moved;
      }
    }
    return from;
  }

  private static void requireCrashes(Laboratory laboratory) {
    if (laboratory.crashesPerHour() == 0) {
      throw new IllegalArgumentException(
          "--crash-rate 0: without a crash no detection time can be measured; give a rate above 0");
    }
  }

  private int longRuns(Wish wish, Laboratory laboratory, int shortRuns) {
    double more = positive("--effort", effort);
    double days = MISTAKES_SIMULATED / wish.mistakesPerDay();
    double runs = days * 86_400 * TimeText.SECOND / laboratory.untilNanos();
    return (int) Math.max(shortRuns, Math.ceil(Math.min(runs, LONG_RUNS_MAX) * more));
  }

  private static double positive(String flag, String text) {
    double value = LaboratoryFlags.decimal(text);
    if (!(value > 0 && value <= DECIMAL_MAX)) {
      throw new IllegalArgumentException(
          "%s %s: give a number above 0 and up to %.0f".formatted(flag, text, DECIMAL_MAX));
    }
    return value;
  }

  /** Runs trials on all cores. The long runs have seeds of their own. */
  private final class Work implements Tuning.Runner {
    private final Laboratory laboratory;
    private final int shortRuns;
    private final int longRuns;

    Work(Laboratory laboratory, int shortRuns, int longRuns) {
      this.laboratory = laboratory;
      this.shortRuns = shortRuns;
      this.longRuns = longRuns;
    }

    @Override
    public List<DetectorOutcome> runShort(List<Trial<Contestant>> trials) {
      return run(trials, trials(flags.firstSeed(), shortRuns));
    }

    @Override
    public DetectorOutcome runLong(Trial<Contestant> trial) {
      long first = flags.firstSeed() + shortRuns;
      return run(List.of(trial), trials(first, longRuns)).getFirst();
    }

    @Override
    public double longHours() {
      return (double) laboratory.untilNanos() / TimeText.SECOND / 3600 * longRuns;
    }

    DetectorTrials trials(long firstSeed, int runs) {
      return new DetectorTrials(
          laboratory, recipes, new Trials.Effort(firstSeed, runs, flags.threads()));
    }

    private List<DetectorOutcome> run(List<Trial<Contestant>> trials, DetectorTrials all) {
      trials.forEach(all::add);
      all.run(spec.commandLine().getErr());
      return trials.stream().map(all::outcome).toList();
    }
  }
}
