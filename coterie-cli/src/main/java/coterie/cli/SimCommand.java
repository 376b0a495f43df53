package coterie.cli;

import coterie.core.Recipe;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one scenario, from flags or from a file. Every protocol is a subcommand with its flags. */
@Command(
    name = "sim",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Simulate a protocol, or the scenario in FILE.",
    synopsisSubcommandLabel = "[PROTOCOL]",
    commandListHeading = "%nProtocols:%n")
final class SimCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Output output;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a scenario file; docs/scenarios.md tells the format")
  private @Nullable String file;

  private final Recipes recipes;
  private final @Nullable Recipe recipe;
  private @Nullable String clash;

  private SimCommand(Recipes recipes, @Nullable Recipe recipe) {
    this.recipes = recipes;
    this.recipe = recipe;
  }

  static CommandLine commandLine(Recipes recipes) {
    CommandLine sim = new CommandLine(new SimCommand(recipes, null));
    ScenarioFlags.declare(sim.getCommandSpec());
    for (Recipe recipe : recipes.all()) {
      SimCommand command = new SimCommand(recipes, recipe);
      CommandLine one = new CommandLine(command);
      CommandSpec spec = one.getCommandSpec();
      spec.name(recipe.name());
      spec.usageMessage().description("Simulate " + recipe.name() + ": " + recipe.summary() + ".");
      spec.remove(spec.positionalParameters().getFirst());
      command.clash = ScenarioFlags.declare(spec, recipe, sim.getCommandSpec());
      CommonFlags.declare(spec);
      ScenarioFlags.declare(spec);
      sim.addSubcommand(recipe.name(), one);
    }
    return sim;
  }

  @Override
  public Integer call() throws IOException {
    if (clash != null) {
      throw new IllegalArgumentException(clash);
    }
    ScenarioReader reader = new ScenarioReader(recipes);
    if (recipe != null) {
      reader.statement("", "protocol " + recipe.name());
      ScenarioFlags.readSettings(spec.commandLine().getParseResult(), recipe.settings(), reader);
    } else if (file == null) {
      throw new IllegalArgumentException(
          "sim takes a protocol (%s) or a scenario file"
              .formatted(String.join(", ", recipes.all().stream().map(Recipe::name).toList())));
    } else {
      readFile(reader, file);
    }
    ScenarioFlags.read(spec.commandLine().getParseResult(), reader);
    Scenario scenario = reader.scenario();
    return output.run(scenario, recipes, spec.commandLine());
  }

  private void readFile(ScenarioReader reader, String name) throws IOException {
    if (!Files.exists(Path.of(name))) {
      throw new IllegalArgumentException(
          "\"%s\" is neither a protocol nor a file; the protocols are %s"
              .formatted(
                  name, String.join(", ", recipes.all().stream().map(Recipe::name).toList())));
    }
    TraceFile trace = new TraceFile(name, TextFiles.read(Path.of(name)));
    reader.text(name, trace.scenario());
  }
}
