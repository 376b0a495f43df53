package coterie.cli;

import coterie.cli.flags.FlagFile;
import coterie.cli.flags.HelpSections;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.cli.flags.Subcommand;
import coterie.lab.explore.ExploreFinding;
import coterie.lab.explore.ExploreFlags;
import coterie.lab.explore.ExplorePlan;
import coterie.lab.explore.ExploreReport;
import coterie.lab.explore.Exploring;
import coterie.lab.finding.Shrinking;
import coterie.lab.flag.Given;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.explore.search.Explored;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tries every order of the events of a small group. */
@Command(
    name = "explore",
    abbreviateSynopsis = true,
    sortOptions = false,
    synopsisSubcommandLabel = "[PROTOCOL]",
    commandListHeading = "%nProtocols:%n")
final class ExploreCommand extends Subcommand {
  private static final String NODES = "3";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a scenario file; see docs/scenarios.md for the format")
  private @Nullable Path file;

  @Option(
      names = {"-n", "--nodes"},
      paramLabel = "N")
  private @Nullable String nodes;

  @Option(names = "--json")
  private boolean json;

  private final ScenarioSource source;
  private final @Nullable Recipe recipe;

  private ExploreCommand(Recipes recipes, @Nullable Recipe recipe) {
    this.source = new ScenarioSource(recipes, recipe);
    this.recipe = recipe;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine all = new CommandLine(new ExploreCommand(recipes, null));
    if (!mentioned.has(all.getCommandName())) {
      return all;
    }
    declare(all.getCommandSpec(), null);
    for (Recipe recipe : recipes.all()) {
      mentioned
          .add(
              all,
              recipe.name(),
              () -> new CommandLine(new ExploreCommand(recipes, recipe)),
              "Explore %s: %s.".formatted(recipe.name(), recipe.summary()))
          .ifPresent(
              spec -> {
                spec.remove(spec.positionalParameters().getFirst());
                declare(spec, recipe);
                List<Setting> settings = settings(recipe);
                ScenarioFlags.declare(spec, recipe, settings, CommandSpec.create());
              });
    }
    return all;
  }

  private static void declare(CommandSpec spec, @Nullable Recipe recipe) {
    FlagFile.declare(spec, "explore.flags");
    HelpSections sections = new HelpSections();
    if (recipe != null) {
      sections.with(
          "Settings of " + recipe.name(),
          settings(recipe).stream().map(setting -> "--" + setting.name()).toList());
    }
    sections.with("explore.sections").install(spec);
  }

  @Override
  public Integer call() throws IOException {
    ExploreFlags flags = new ExploreFlags(FlagFile.read(given()));
    ExplorePlan plan = ExplorePlan.of(scenario(), source.recipes(), flags);
    for (String words : plan.unjudged()) {
      err()
          .printf(
              "coterie: a search has no common clock; it judges never and always, and leaves out"
                  + " \"%s\"%n",
              words);
    }
    Shrinking shrinking = flags.shrinking();
    try (Exploring exploring = new Exploring(plan, source.recipes(), err())) {
      Explored found = exploring.run();
      new ExploreReport(plan, found)
          .tell(
              json,
              out(),
              () ->
                  ExploreFinding.write(
                      plan, found, source.recipes(), shrinking, exploring::isInterrupted, err()));
      return found.violation() == null ? 0 : FAILED;
    }
  }

  /** Where a search has a flag of the name of a setting, that takes {@code --set}. */
  private static List<Setting> settings(Recipe recipe) {
    Set<String> flags = FlagFile.names("explore.flags");
    return recipe.settings().stream().filter(setting -> !flags.contains(setting.name())).toList();
  }

  private Scenario scenario() throws IOException {
    ScenarioReader reader = new ScenarioReader(source.recipes());
    if (nodes == null && recipe != null) {
      reader.statement("", "nodes " + NODES);
    }
    source.read(reader, spec(), file, recipe == null ? List.of() : settings(recipe));
    Given flags = FlagFile.read(given());
    for (String value : flags.all("--set")) {
      reader.statement("--set " + value, "set " + value.replaceFirst("=", " "));
    }
    return reader.scenario();
  }
}
