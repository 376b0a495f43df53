package coterie.cli;

import coterie.cli.flags.HelpSections;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.cli.flags.Subcommand;
import coterie.cli.flags.TextFlags;
import coterie.lab.explore.ExploreFinding;
import coterie.lab.explore.ExploreFlags;
import coterie.lab.explore.ExplorePlan;
import coterie.lab.explore.ExploreReport;
import coterie.lab.explore.Exploring;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.explore.search.Explored;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
  private static final TextFlags FLAGS = new TextFlags("explore.flags");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a scenario file; docs/scenarios.md tells the format")
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
                ScenarioFlags.declare(spec, recipe, settings(recipe), CommandSpec.create());
              });
    }
    return all;
  }

  private static void declare(CommandSpec spec, @Nullable Recipe recipe) {
    FLAGS.declare(spec);
    HelpSections sections = new HelpSections();
    if (recipe != null) {
      sections.with(
          "Settings of " + recipe.name(),
          settings(recipe).stream().map(setting -> "--" + setting.name()).toList());
    }
    FLAGS.sections(sections).install(spec);
  }

  @Override
  public Integer call() throws IOException {
    ExploreFlags flags = new ExploreFlags(FLAGS.given(given()));
    ExplorePlan plan = ExplorePlan.of(scenario(), source.recipes(), flags);
    for (String words : plan.unjudged()) {
      err()
          .printf(
              "coterie: a search knows no time; it judges never and always, and not \"%s\"%n",
              words);
    }
    try (Exploring exploring = new Exploring(plan, err())) {
      Explored found = exploring.run();
      ExploreFinding finding = ExploreFinding.write(plan, found, source.recipes(), flags, err());
      ExploreReport report = new ExploreReport(plan, found, finding);
      if (json) {
        out().println(Json.of(report.json()));
      } else {
        report.print(out());
      }
      out().flush();
      return found.violation() == null ? 0 : FAILED;
    }
  }

  /** Where a search has a flag of the name of a setting, that takes {@code --set}. */
  private static List<Setting> settings(Recipe recipe) {
    return recipe.settings().stream().filter(setting -> !FLAGS.has("--" + setting.name())).toList();
  }

  private Scenario scenario() throws IOException {
    ScenarioReader reader = new ScenarioReader(source.recipes());
    if (nodes == null && recipe != null) {
      reader.statement("", "nodes " + NODES);
    }
    source.read(reader, spec(), file, recipe == null ? List.of() : settings(recipe));
    for (String value : FLAGS.given(given()).getOrDefault("--set", List.of())) {
      reader.statement("--set " + value, "set " + value.replaceFirst("=", " "));
    }
    for (String value : FLAGS.given(given()).getOrDefault("--expect", List.of())) {
      reader.statement("--expect " + value, "expect " + value);
    }
    return reader.scenario();
  }
}
