package coterie.cli;

import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.lab.TextFiles;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Where a scenario comes from: a protocol, which is a subcommand with its flags, or a file; and the
 * flags that both have.
 */
final class ScenarioSource {

  private final Recipes recipes;
  private final @Nullable Recipe recipe;
  private @Nullable TraceFile traceFile;

  /**
   * @param recipe the protocol; null if a file names it
   */
  ScenarioSource(Recipes recipes, @Nullable Recipe recipe) {
    this.recipes = recipes;
    this.recipe = recipe;
  }

  /**
   * A command with a subcommand for every protocol.
   *
   * @param maker makes the command for a source
   * @param verb begins the description of each subcommand
   * @param isOnSockets whether real messages and real disks take their own time
   */
  static CommandLine commandLine(
      Recipes recipes,
      Mentioned mentioned,
      Function<ScenarioSource, Object> maker,
      String verb,
      boolean isOnSockets) {
    CommandLine all = new CommandLine(maker.apply(new ScenarioSource(recipes, null)));
    if (!mentioned.has(all.getCommandName())) {
      return all;
    }
    ScenarioFlags.declare(all.getCommandSpec(), null, isOnSockets);
    for (Recipe recipe : recipes.all()) {
      ScenarioSource source = new ScenarioSource(recipes, recipe);
      mentioned
          .add(
              all,
              recipe.name(),
              () -> new CommandLine(maker.apply(source)),
              "%s %s: %s.".formatted(verb, recipe.name(), recipe.summary()))
          .ifPresent(
              spec -> {
                spec.remove(spec.positionalParameters().getFirst());
                ScenarioFlags.declare(spec, recipe, recipe.settings(), all.getCommandSpec());
                ScenarioFlags.declare(spec, recipe, isOnSockets);
              });
    }
    return all;
  }

  Recipes recipes() {
    return recipes;
  }

  /** The file that the scenario was read from, if it was. */
  @Nullable TraceFile traceFile() {
    return traceFile;
  }

  /** The scenario that a command line describes. */
  Scenario scenario(ScenarioReader reader, CommandSpec spec, @Nullable Path file)
      throws IOException {
    read(reader, spec, file, recipe == null ? List.of() : recipe.settings());
    return reader.scenario();
  }

  /**
   * Reads what a command line says.
   *
   * @param settings those that are flags
   */
  void read(ScenarioReader reader, CommandSpec spec, @Nullable Path file, List<Setting> settings)
      throws IOException {
    if (recipe != null) {
      requireNothingBefore(spec, recipe);
      reader.statement("", "protocol " + recipe.name());
      ScenarioFlags.readSettings(spec.commandLine().getParseResult(), settings, reader);
    } else if (file == null) {
      throw new IllegalArgumentException(
          "%s takes a protocol (%s) or a scenario file".formatted(spec.name(), names()));
    } else {
      readFile(reader, file.toString());
    }
    ScenarioFlags.read(spec.commandLine().getParseResult(), reader);
  }

  /** A flag before the protocol is one of the command above, which would not look at it. */
  private static void requireNothingBefore(CommandSpec spec, Recipe recipe) {
    for (OptionSpec option : spec.parent().commandLine().getParseResult().matchedOptions()) {
      if (!option.longestName().equals("--jar")) {
        throw new IllegalArgumentException(
            "%s stands before %s; give the protocol first, and then its flags"
                .formatted(option.longestName(), recipe.name()));
      }
    }
  }

  private void readFile(ScenarioReader reader, String name) throws IOException {
    if (!Files.exists(Path.of(name))) {
      throw new IllegalArgumentException(
          "\"%s\" is neither a protocol nor a file; the protocols are %s".formatted(name, names()));
    }
    TraceFile trace = new TraceFile(name, TextFiles.read(Path.of(name)));
    reader.text(name, trace.scenario());
    traceFile = trace;
  }

  private String names() {
    return String.join(", ", recipes.all().stream().map(Recipe::name).toList());
  }
}
