package coterie.cli;

import coterie.cli.flags.CommonFlags;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.lab.TextFiles;
import coterie.lab.sweep.SweepPlan;
import coterie.lab.sweep.SweepReport;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
  private static final String STANDARD_OUTPUT = "-";

  /** What --events says without a number. */
  private static final String EACH = "each";

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

  private SweepCommand(Recipes recipes, @Nullable Recipe recipe) {
    this.recipes = recipes;
    this.recipe = recipe;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine sweep = new CommandLine(new SweepCommand(recipes, null));
    for (Recipe recipe : recipes.all()) {
      if (!SweepPlan.isSwept(recipe)) {
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
    SweepPlan plan =
        new SweepPlan(
            recipes,
            recipe,
            seed,
            latency,
            reader ->
                ScenarioFlags.readSettings(
                    spec.commandLine().getParseResult(), recipe.settings(), reader));
    boolean isNumbered = events != null && !events.equals(EACH);
    int most = isNumbered ? number("--events", events) : Integer.MAX_VALUE;
    isEach |= events != null && !isNumbered;
    write(plan.run(nodes, most, isEach, spec.commandLine().getErr()));
    return 0;
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
