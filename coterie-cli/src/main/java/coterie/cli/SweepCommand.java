package coterie.cli;

import coterie.core.DetectorRecipe;
import coterie.core.ElectionRecipe;
import coterie.core.MutexRecipe;
import coterie.core.Recipe;
import coterie.core.Settings;
import coterie.core.StoreRecipe;
import coterie.lab.Progress;
import coterie.lab.TextFiles;
import coterie.lab.sweep.Sweep;
import coterie.lab.sweep.SweepReport;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Crashes and recovers processes of ever larger groups, and measures how that is diagnosed. */
@Command(
    name = "sweep",
    abbreviateSynopsis = true,
    sortOptions = false,
    description =
        "Crash and recover every process in turn, one event at a time, in groups of several sizes:"
            + " how long until all know, and what does it take?",
    commandListHeading = "%nProtocols:%n")
final class SweepCommand implements Callable<Integer> {
  private static final int NODES_MAX = 100_000;
  private static final String STANDARD_OUTPUT = "-";

  /** What --events says without a number. */
  private static final String EACH = "each";

  /** Without delays a closed port would be noticed at once, which flatters some detectors. */
  private static final String LATENCY = "lognormal:20ms,0.5";

  @Spec private CommandSpec spec;

  @Option(names = "--nodes", split = ",", paramLabel = "N")
  private List<String> nodes = List.of("4", "8", "16", "32", "64");

  @Option(
      names = "--events",
      arity = "0..1",
      fallbackValue = EACH,
      paramLabel = "K",
      description = {
        "number of processes, drawn by chance, that crash and recover (default: all);",
        "without K, print a row for every event, as --each does"
      })
  private @Nullable String events;

  @Option(names = "--each")
  private boolean isEach;

  @Option(names = "--seed", paramLabel = "S")
  private String seed = "1";

  @Option(names = "--latency", paramLabel = "MODEL")
  private @Nullable String latency;

  @Option(names = "--csv", arity = "0..1", fallbackValue = STANDARD_OUTPUT, paramLabel = "FILE")
  private @Nullable Path csv;

  @Option(names = "--svg", paramLabel = "FILE")
  private @Nullable Path svg;

  @Option(names = "--json")
  private boolean json;

  private final Recipes recipes;
  private final @Nullable Recipe recipe;
  private @Nullable String clash;
  private boolean isCounter = true;

  private SweepCommand(Recipes recipes, @Nullable Recipe recipe) {
    this.recipes = recipes;
    this.recipe = recipe;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine sweep = new CommandLine(new SweepCommand(recipes, null));
    for (Recipe recipe : recipes.all()) {
      if (!isSwept(recipe)) {
        continue;
      }
      if (!mentioned.has(recipe.name())) {
        sweep.addSubcommand(Mentioned.name(recipe.name(), recipe.summary() + "."));
        continue;
      }
      SweepCommand command = new SweepCommand(recipes, recipe);
      CommandLine one = new CommandLine(command);
      CommandSpec own = one.getCommandSpec();
      own.name(recipe.name());
      String[] general = own.usageMessage().description();
      own.usageMessage().description(recipe.summary() + ".", String.join(" ", general));
      CommonFlags.declare(own);
      command.clash = ScenarioFlags.declare(own, recipe, sweep.getCommandSpec());
      sweep.addSubcommand(recipe.name(), one);
    }
    return sweep;
  }

  /** The period of an election or a mutual exclusion is that of its detector. */
  private static boolean isSwept(Recipe recipe) {
    return recipe.settings().stream().anyMatch(setting -> setting.name().equals(Sweep.PERIOD))
        && !(recipe instanceof ElectionRecipe)
        && !(recipe instanceof MutexRecipe)
        && !(recipe instanceof StoreRecipe);
  }

  @Override
  public Integer call() throws IOException {
    if (clash != null) {
      throw new IllegalArgumentException(clash);
    }
    if (recipe == null) {
      throw new IllegalArgumentException(
          "sweep takes a protocol: "
              + String.join(", ", spec.commandLine().getSubcommands().keySet()));
    }
    for (Path file : new Path[] {csv, svg}) {
      if (file != null) {
        TextFiles.requireWritable(file);
      }
    }
    List<Sweep> sweeps = new ArrayList<>();
    isCounter = Sweep.countsEvents(scenario(recipe, "2"), recipes);
    boolean isNumbered = events != null && !events.equals(EACH);
    int most = isNumbered ? number("--events", events) : Integer.MAX_VALUE;
    isEach |= events != null && !isNumbered;
    requireRowsMakeSense(recipe);
    for (String size : nodes) {
      sweeps.add(new Sweep(scenario(recipe, size), recipes, most, isCounter));
    }
    PrintWriter err = spec.commandLine().getErr();
    long total = sweeps.stream().mapToLong(Sweep::work).sum();
    try (Progress progress = Progress.on(err, total)) {
      sweeps.parallelStream()
          .sorted(Comparator.comparingLong(Sweep::work).reversed())
          .forEach(sweep -> sweep.run(progress));
    } catch (IllegalArgumentException e) {
      // From another thread it may come as a copy whose message names the class of the original.
      throw e.getCause() instanceof IllegalArgumentException mistake ? mistake : e;
    }
    write(new SweepReport(recipe.name(), Long.parseLong(seed), sweeps, isCounter, isEach));
    return 0;
  }

  private void requireRowsMakeSense(Recipe of) {
    Settings chosen = new Settings(of.settings(), scenario(of, "2").settings());
    if (isEach && of instanceof DetectorRecipe detector && !detector.tellsAll(chosen)) {
      throw new IllegalArgumentException(
          "with these settings of %s not every process learns of a crash, so no row has a latency;"
                  .formatted(of.name())
              + " leave them out, or leave out --events and --each");
    }
  }

  private Scenario scenario(Recipe of, String size) {
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "protocol " + of.name());
    reader.statement("--nodes " + size, "nodes " + size);
    reader.statement("--seed " + seed, "seed " + seed);
    if (latency != null || !isCounter) {
      String model = latency == null ? LATENCY : latency;
      reader.statement("--latency " + model, "latency " + model);
    }
    settings(of).forEach((name, value) -> reader.statement("", "set " + name + " " + value));
    ScenarioFlags.readSettings(spec.commandLine().getParseResult(), of.settings(), reader);
    Scenario scenario = reader.scenario();
    int count = scenario.members().size();
    if (count < 2 || count > NODES_MAX) {
      throw new IllegalArgumentException(
          "--nodes %d: a sweep takes groups of 2 to %d processes".formatted(count, NODES_MAX));
    }
    return scenario;
  }

  /** Unless others are given: those with which detectors are compared. */
  private Map<String, String> settings(Recipe of) {
    if (of instanceof DetectorRecipe detector && !isCounter) {
      return detector.laboratory();
    }
    boolean hasStart = of.settings().stream().anyMatch(setting -> setting.name().equals("start"));
    return hasStart ? Map.of("start", "converged") : Map.of();
  }

  private static int number(String flag, @Nullable String text) {
    if (text == null) {
      return Integer.MAX_VALUE;
    }
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
      throw new IllegalArgumentException(
          "%s %s: takes a whole number from 1".formatted(flag, text));
    }
    return Integer.parseInt(text);
  }

  private void write(SweepReport report) throws IOException {
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
}
