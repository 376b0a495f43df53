package coterie.cli;

import coterie.cli.flags.HelpSections;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.Subcommand;
import coterie.lab.hunt.HuntRequest;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a protocol with faults that are drawn from very many seeds. */
@Command(
    name = "hunt",
    abbreviateSynopsis = true,
    sortOptions = false,
    synopsisSubcommandLabel = "[PROTOCOL]",
    commandListHeading = "%nProtocols:%n")
final class HuntCommand extends Subcommand {
  /** What decides how a hunt is done, and not what a seed means. */
  private static final Set<String> EFFORT =
      Set.of(
          "--seeds",
          "--threads",
          "--time",
          "--keep-going",
          "--shard",
          "--report",
          "--json",
          "--shrink",
          "--folder",
          "--html");

  @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "a scenario file")
  private @Nullable Path file;

  @Option(names = "--seeds", paramLabel = "A..B")
  private @Nullable String seeds;

  @Option(names = "--faults", paramLabel = "KIND,KIND")
  private String faults = "all";

  @Option(names = "--keep-going", paramLabel = "N")
  private String keepGoing = "1";

  @Option(names = "--time", paramLabel = "TIME")
  private @Nullable String time;

  @Option(names = "--threads", paramLabel = "N")
  private @Nullable String threads;

  @Option(names = "--shard", paramLabel = "I/N")
  private @Nullable String shard;

  @Option(names = "--report", paramLabel = "FILE")
  private @Nullable Path report;

  @Option(names = "--json", arity = "0..1", fallbackValue = "-", paramLabel = "FILE")
  private @Nullable Path json;

  @Option(names = "--shrink", paramLabel = "TIME")
  private String shrink = "20s";

  @Option(names = "--folder", paramLabel = "FOLDER")
  private @Nullable Path folder;

  @Option(names = "--html", paramLabel = "FILE")
  private @Nullable Path html;

  private final ScenarioSource source;

  private HuntCommand(ScenarioSource source) {
    this.source = source;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine hunt =
        ScenarioSource.commandLine(recipes, mentioned, HuntCommand::new, "Hunt in", false);
    describe(hunt);
    hunt.getSubcommands().values().forEach(HuntCommand::describe);
    return hunt;
  }

  private static void describe(CommandLine hunt) {
    HelpSections.describe(
        hunt.getCommandSpec(),
        "--until",
        "when a run ends, inclusive (default: 30, or 20 periods of the protocol if that is more)");
    HelpSections.describe(hunt.getCommandSpec(), "--seed", "not for a hunt; see --seeds");
  }

  @Override
  public Integer call() throws IOException {
    Recipes recipes = source.recipes();
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "until " + HuntRequest.until());
    Scenario scenario = source.scenario(reader, spec(), file);
    if (given().hasMatchedOption("--seed")) {
      throw new IllegalArgumentException("a hunt has many seeds; give --seeds 7 for one of them");
    }
    if (file == null && !given().hasMatchedOption("--until")) {
      scenario = HuntRequest.longEnough(scenario, recipes.named(scenario.protocol()));
    }
    return new HuntRequest(
            seeds, faults, keepGoing, threads, time, shard, report, json, shrink, folder, html)
        .run(scenario, recipes, "./coterie " + words(EFFORT), out(), err());
  }
}
