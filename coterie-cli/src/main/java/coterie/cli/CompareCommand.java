package coterie.cli;

import coterie.cli.flags.HelpSections;
import coterie.cli.flags.Subcommand;
import coterie.lab.Jars;
import coterie.lab.Numbers;
import coterie.lab.TextFiles;
import coterie.lab.compare.Comparison;
import coterie.lab.compare.ComparisonPlan;
import coterie.lab.compare.DetectorComparison;
import coterie.lab.compare.ElectionComparison;
import coterie.lab.compare.MutexComparison;
import coterie.lab.trial.Choice;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.ElectionLaboratory;
import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.lab.trial.ElectionTrials;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.MutexTrials;
import coterie.lab.trial.MutexTrials.Contender;
import coterie.lab.trial.Trials;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
  private static final List<String> LOSSES = List.of("0", "0.05");

  @Option(names = "--detectors", split = ",", paramLabel = "NAME")
  private @Nullable List<String> detectors;

  @Mixin private ElectionFlags elections = new ElectionFlags();

  @Mixin private MutexFlags mutexes = new MutexFlags();

  @Option(names = "--nodes", split = ",", paramLabel = "N")
  private @Nullable List<String> nodes;

  @Option(names = "--loss", split = ",", paramLabel = "P")
  private @Nullable List<String> losses;

  @Option(names = "--seeds", paramLabel = "K")
  private String seeds = "20";

  @Mixin private LaboratoryFlags flags = new LaboratoryFlags("60s");

  @Mixin private Results results;

  @Option(names = "--csv-curve", paramLabel = "FILE")
  private @Nullable Path csvCurve;

  @Option(names = "--html", paramLabel = "FILE")
  private @Nullable Path html;

  private final Recipes recipes;

  CompareCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  static CommandLine commandLine(Recipes recipes) {
    CommandLine compare = new CommandLine(new CompareCommand(recipes));
    CommandSpec spec = compare.getCommandSpec();
    HelpSections.complete(
        spec,
        Map.of(
            "--detectors", Choice.DETECTORS.names(recipes),
            "--elections", Choice.ELECTIONS.names(recipes),
            "--mutexes", Choice.MUTEXES.names(recipes),
            "--crash", List.of("leader", "follower")));
    new HelpSections()
        .with(
            "What is compared",
            List.of("--detectors", "--elections", "--mutexes", "--set", "--nodes", "--loss"))
        .with("How often", List.of("--seeds", "--seed", "--threads"))
        .with("What all go through", List.of("--latency", "--down"))
        .with(
            "What detectors and mutexes go through",
            List.of("--until", "--crash-rate", "--pauses", "--warmup", "--quiet"))
        .with("What elections go through", List.of("--crash", "--crashes"))
        .with("What is asked of mutexes", List.of("--think", "--hold", "--clients"))
        .with("Results", List.of("--csv", "--csv-curve", "--svg", "--html", "--json"))
        .install(spec);
    return compare;
  }

  @Override
  public Integer call() throws IOException {
    Subject subject = Subject.of(given());
    results.check(csvCurve, html);
    return switch (subject) {
      case DETECTORS -> compareDetectors();
      case ELECTIONS -> compareElections();
      case MUTEXES -> compareMutexes();
    };
  }

  private Trials.Effort effort() {
    return new Trials.Effort(flags.firstSeed(), LaboratoryFlags.seeds(seeds), flags.threads());
  }

  private int compareDetectors() throws IOException {
    List<String> names = detectors == null ? Choice.DETECTORS.names(recipes) : detectors;
    List<Contestant> contestants = flags.contestants(names, recipes);
    Laboratory laboratory = flags.laboratory();
    ComparisonPlan<Contestant> plan =
        plan(contestants, List.of("10", "50"), LOSSES, Choice.DETECTORS, laboratory.flags());
    DetectorTrials trials = new DetectorTrials(laboratory, recipes, effort());
    plan.rows().forEach(trials::add);
    if (csvCurve != null || results.hasSvg() || html != null) {
      plan.rows().forEach(row -> DetectorComparison.curve(row).forEach(trials::add));
    }
    trials.run(err());
    DetectorComparison report = new DetectorComparison(trials, plan);
    write(report);
    if (csvCurve != null) {
      TextFiles.write(csvCurve, report.csvCurve());
    }
    return 0;
  }

  private int compareElections() throws IOException {
    flags.presume(ElectionFlags.PRESUMED, given());
    List<Candidate> candidates = elections.candidates(recipes, flags);
    ElectionLaboratory laboratory = elections.laboratory(flags.latency, flags.down);
    ComparisonPlan<Candidate> plan =
        plan(candidates, ElectionFlags.NODES, LOSSES, Choice.ELECTIONS, laboratory.flags());
    ElectionTrials trials = new ElectionTrials(laboratory, recipes, effort());
    plan.rows().forEach(trials::add);
    trials.run(err());
    ElectionComparison report = new ElectionComparison(trials, plan);
    write(report);
    return end(report.violations());
  }

  private int compareMutexes() throws IOException {
    flags.presume(MutexFlags.PRESUMED, given());
    List<Contender> contenders = mutexes.contenders(recipes, flags);
    Laboratory laboratory = flags.laboratory();
    String conditions = mutexes.flags() + laboratory.flags();
    ComparisonPlan<Contender> plan =
        plan(contenders, MutexFlags.NODES, MutexFlags.LOSSES, Choice.MUTEXES, conditions);
    MutexTrials trials = new MutexTrials(laboratory, recipes, effort());
    plan.rows().forEach(trials::add);
    trials.run(err());
    MutexComparison report = new MutexComparison(trials, plan);
    write(report);
    return end(report.violations());
  }

  private void write(Comparison<?, ?> report) throws IOException {
    results.write(report, out());
    if (html != null) {
      TextFiles.write(html, report.html());
    }
  }

  /**
   * @param conditions what all go through, as flags
   */
  private <E extends Entrant> ComparisonPlan<E> plan(
      List<E> entrants,
      List<String> sizesUnlessSaid,
      List<String> lossesUnlessSaid,
      Choice<?> choice,
      String conditions) {
    List<Integer> sizes =
        distinct(
            said("--nodes", nodes, sizesUnlessSaid).stream().map(LaboratoryFlags::nodes).toList());
    List<Double> rates =
        distinct(
            said("--loss", losses, lossesUnlessSaid).stream()
                .map(text -> Numbers.probability("--loss", text))
                .toList());
    String command =
        "./coterie compare%s %s %s --nodes %s --loss %s%s --seed %d --seeds %s%s"
            .formatted(
                Jars.flags(entrants.stream().map(Entrant::recipe).toList()),
                choice.flag(),
                joined(distinct(entrants.stream().map(Entrant::name).toList())),
                joined(sizes),
                joined(rates.stream().map(Laboratory::plain).toList()),
                conditions,
                flags.firstSeed(),
                seeds,
                flags.changes());
    return new ComparisonPlan<>(entrants, sizes, rates, command);
  }

  private static List<String> said(
      String flag, @Nullable List<String> values, List<String> unlessSaid) {
    if (values != null && values.isEmpty()) {
      throw new IllegalArgumentException(
          "%s names none; it takes some such as %s".formatted(flag, joined(unlessSaid)));
    }
    return values == null ? unlessSaid : values;
  }

  private static String joined(List<?> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static <T> List<T> distinct(List<T> values) {
    return new ArrayList<>(new LinkedHashSet<>(values));
  }
}
