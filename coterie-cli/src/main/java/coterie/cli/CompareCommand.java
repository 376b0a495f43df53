package coterie.cli;

import coterie.cli.ElectionLaboratory.Candidate;
import coterie.cli.Laboratory.Contestant;
import coterie.cli.MutexTrials.Contender;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * Runs detectors, elections, or mutual exclusions, through the same faults and sets their figures
 * side by side.
 */
@Command(
    name = "compare",
    abbreviateSynopsis = true,
    sortOptions = false,
    description =
        "Compare failure detectors: how fast they notice a crash, how often they are mistaken, what"
            + " they send; or elections: how long a group is without a leader, what that takes; or"
            + " mutual exclusions: how long one waits to enter, what that takes."
            + " All meet the same seeded faults and delays.")
final class CompareCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";
  private static final List<String> LOSSES = List.of("0", "0.05");

  @Spec private CommandSpec spec;

  @Option(
      names = "--detectors",
      split = ",",
      paramLabel = "NAME",
      description = "which, separated by commas; all there are unless said")
  private @Nullable List<String> detectors;

  @Mixin private ElectionFlags elections = new ElectionFlags();

  @Mixin private MutexFlags mutexes = new MutexFlags();

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description =
          "sizes of the group; 10,50 unless said, for elections 3,5,9,25, for mutexes"
              + " 3,5,10,25")
  private @Nullable List<String> nodes;

  @Option(
      names = "--loss",
      split = ",",
      paramLabel = "P",
      description = "probabilities that a message is lost; 0,0.05 unless said, for mutexes 0")
  private @Nullable List<String> losses;

  @Option(
      names = "--seeds",
      paramLabel = "K",
      description = "how many runs of everything; ${DEFAULT-VALUE}")
  private String seeds = "20";

  @Mixin private LaboratoryFlags flags = new LaboratoryFlags("60s");

  @Option(
      names = "--csv",
      arity = "0..1",
      fallbackValue = STANDARD_OUTPUT,
      paramLabel = "FILE",
      description = "write the figures as CSV; without FILE, print them so instead")
  private @Nullable Path csv;

  @Option(
      names = "--csv-curve",
      paramLabel = "FILE",
      description = "write the figures of the curves as CSV")
  private @Nullable Path csvCurve;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description =
          "plot it: detection time against mistakes; for elections and mutexes, time and messages"
              + " over N")
  private @Nullable Path svg;

  @Option(names = "--html", paramLabel = "FILE", description = "write table and plot as one page")
  private @Nullable Path html;

  @Option(names = "--json", description = "print one JSON object, and nothing else")
  private boolean json;

  private final Recipes recipes;

  CompareCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    Subject subject = Subject.of(parsed());
    checkFiles();
    return switch (subject) {
      case DETECTORS -> compareDetectors();
      case ELECTIONS -> compareElections();
      case MUTEXES -> compareMutexes();
    };
  }

  private ParseResult parsed() {
    return spec.commandLine().getParseResult();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private Trials.Effort effort() {
    return new Trials.Effort(flags.firstSeed(), LaboratoryFlags.seeds(seeds), flags.threads());
  }

  private int compareDetectors() throws IOException {
    List<String> names = detectors == null ? Choice.DETECTORS.names(recipes) : detectors;
    List<Contestant> contestants = flags.contestants(names, recipes);
    Laboratory laboratory = flags.laboratory();
    List<Integer> sizes = sizes(List.of("10", "50"));
    List<Double> rates = rates(LOSSES);
    DetectorTrials trials = new DetectorTrials(laboratory, recipes, effort());
    boolean withCurves = csvCurve != null || svg != null || html != null;
    for (int size : sizes) {
      for (double loss : rates) {
        contestants.forEach(one -> add(trials, one, size, loss, withCurves));
      }
    }
    trials.run(err());
    String command = command("--detectors", names, sizes, rates, laboratory.flags());
    CompareReport report = new CompareReport(trials, contestants, sizes, rates, command);
    write(report);
    if (csvCurve != null) {
      TextFiles.write(csvCurve, report.csvCurve());
    }
    if (html != null) {
      TextFiles.write(html, report.html());
    }
    return 0;
  }

  private int compareElections() throws IOException {
    flags.presume(ElectionFlags.PRESUMED, parsed());
    List<Candidate> candidates = elections.candidates(recipes, flags);
    ElectionLaboratory laboratory = elections.laboratory(flags.latency, flags.down);
    List<Integer> sizes = sizes(ElectionFlags.NODES);
    List<Double> rates = rates(LOSSES);
    ElectionTrials trials = new ElectionTrials(laboratory, recipes, effort());
    for (int size : sizes) {
      for (double loss : rates) {
        candidates.forEach(one -> trials.add(new Trial<>(one, size, loss)));
      }
    }
    trials.run(err());
    String command = command("--elections", elections.names(), sizes, rates, laboratory.flags());
    ElectionCompareReport report =
        new ElectionCompareReport(trials, candidates, sizes, rates, command);
    write(report);
    return end(report.violations());
  }

  private int compareMutexes() throws IOException {
    flags.presume(MutexFlags.PRESUMED, parsed());
    List<Contender> contenders = mutexes.contenders(recipes, flags);
    Laboratory laboratory = flags.laboratory();
    List<Integer> sizes = sizes(MutexFlags.NODES);
    List<Double> rates = rates(MutexFlags.LOSSES);
    List<Long> thinks = mutexes.thinkNanos();
    MutexTrials trials = new MutexTrials(laboratory, recipes, effort());
    for (int size : sizes) {
      for (long think : thinks) {
        for (double loss : rates) {
          contenders.forEach(one -> trials.add(new Trial<>(one.thinking(think), size, loss)));
        }
      }
    }
    trials.run(err());
    String command =
        command(
            "--mutexes",
            mutexes.names(recipes),
            sizes,
            rates,
            mutexes.flags() + laboratory.flags());
    MutexCompareReport report =
        new MutexCompareReport(trials, contenders, thinks, sizes, rates, command);
    write(report);
    return end(report.violations());
  }

  /** A comparison in which a promise was broken has failed. */
  private int end(List<String> violations) {
    violations.forEach(sentence -> err().println("coterie: " + sentence));
    return violations.isEmpty() ? 0 : Main.FAILED;
  }

  private List<Integer> sizes(List<String> fallback) {
    List<String> asked = nodes == null ? fallback : nodes;
    return distinct(asked.stream().map(LaboratoryFlags::nodes).toList());
  }

  private List<Double> rates(List<String> fallback) {
    List<String> asked = losses == null ? fallback : losses;
    return distinct(asked.stream().map(LaboratoryFlags::loss).toList());
  }

  private void checkFiles() {
    Set<Path> files = new HashSet<>();
    for (Path file : new Path[] {csv, csvCurve, svg, html}) {
      if (file != null && !file.toString().equals(STANDARD_OUTPUT)) {
        TextFiles.requireWritable(file);
        if (!files.add(file.toAbsolutePath().normalize())) {
          throw new IllegalArgumentException(
              "%s is named twice; each result takes a file of its own".formatted(file));
        }
      }
    }
  }

  private static void add(
      DetectorTrials trials, Contestant contestant, int nodes, double loss, boolean withCurve) {
    trials.add(new Trial<>(contestant, nodes, loss));
    if (withCurve) {
      contestant.curve(nodes).forEach(moved -> trials.add(new Trial<>(moved, nodes, loss)));
    }
  }

  private void write(Comparison report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.of(report.json()));
    } else if (csv != null && csv.toString().equals(STANDARD_OUTPUT)) {
      out.print(report.csv());
    } else {
      report.print(out);
    }
    out.flush();
    if (csv != null && !csv.toString().equals(STANDARD_OUTPUT)) {
      TextFiles.write(csv, report.csv());
    }
    if (svg != null) {
      TextFiles.write(svg, report.svg());
    }
  }

  /** The command that gives these figures, with everything said that it takes for granted. */
  private String command(
      String kind, List<String> names, List<Integer> sizes, List<Double> rates, String laboratory) {
    List<String> shown = rates.stream().map(Laboratory::plain).toList();
    List<String> counts = sizes.stream().map(String::valueOf).toList();
    return "./coterie compare %s %s --nodes %s --loss %s%s --seed %d --seeds %s%s"
        .formatted(
            kind,
            String.join(",", names),
            String.join(",", counts),
            String.join(",", shown),
            laboratory,
            flags.firstSeed(),
            seeds,
            flags.changes());
  }

  private static <T> List<T> distinct(List<T> values) {
    return new ArrayList<>(new LinkedHashSet<>(values));
  }
}
