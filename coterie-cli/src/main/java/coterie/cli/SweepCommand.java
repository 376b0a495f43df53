package coterie.cli;

import coterie.cli.flags.HelpTexts;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.cli.flags.Subcommand;
import coterie.lab.Numbers;
import coterie.lab.sweep.SweepCampaign;
import coterie.lab.sweep.SweepPlan;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Crashes and recovers processes of ever larger groups, and measures how that is diagnosed. */
@Command(
    name = "sweep",
    abbreviateSynopsis = true,
    sortOptions = false,
    commandListHeading = "%nProtocols:%n")
final class SweepCommand extends Subcommand {
  /** What --events says without a number. */
  private static final String EACH = "each";

  private static final int SEEDS_MAX = 1_000_000;

  @Option(names = "--nodes", split = ",", paramLabel = "N")
  private List<String> nodes = List.of("4", "8", "16", "32", "64");

  @Option(names = "--events", arity = "0..1", fallbackValue = EACH, paramLabel = "K")
  private @Nullable String events;

  @Option(names = "--each")
  private boolean isEach;

  @Option(names = "--seed", paramLabel = "S")
  private String seed = "1";

  @Option(names = "--seeds", paramLabel = "K")
  private String seeds = "1";

  @Mixin private ShardFlags shard;

  @Option(names = "--latency", paramLabel = "MODEL")
  private @Nullable String latency;

  @Mixin private Results results;

  private final Recipes recipes;
  private final @Nullable Recipe recipe;

  private SweepCommand(Recipes recipes, @Nullable Recipe recipe) {
    this.recipes = recipes;
    this.recipe = recipe;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine sweep = new CommandLine(new SweepCommand(recipes, null));
    String general = String.join(" ", HelpTexts.about("sweep"));
    for (Recipe recipe : recipes.all()) {
      if (SweepPlan.isSwept(recipe)) {
        mentioned
            .add(
                sweep,
                recipe.name(),
                () -> new CommandLine(new SweepCommand(recipes, recipe)),
                mentioned.has(recipe.name())
                    ? new String[] {recipe.summary() + ".", general}
                    : new String[] {recipe.summary() + "."})
            .ifPresent(
                spec ->
                    ScenarioFlags.declare(spec, recipe, recipe.settings(), sweep.getCommandSpec()));
      }
    }
    return sweep;
  }

  @Override
  public Integer call() throws IOException {
    if (recipe == null) {
      throw new IllegalArgumentException(
          "sweep takes a protocol: " + String.join(", ", commandLine().getSubcommands().keySet()));
    }
    results.check();
    SweepPlan plan =
        new SweepPlan(
            recipes,
            recipe,
            seed,
            latency,
            reader -> ScenarioFlags.readSettings(given(), recipe.settings(), reader));
    isEach |= EACH.equals(events);
    int most =
        events == null || events.equals(EACH)
            ? Integer.MAX_VALUE
            : Numbers.count("--events", events, 1, Integer.MAX_VALUE);
    int runs = Numbers.count("--seeds", seeds, 1, SEEDS_MAX);
    SweepCampaign campaign = plan.campaign(nodes, most, isEach, runs);
    if (shard.isGiven()) {
      shard.write(part -> campaign.run(part, err()));
    } else {
      results.write(campaign.run(err()), out());
    }
    return 0;
  }
}
