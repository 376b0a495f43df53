package coterie.cli;

import coterie.cli.flags.Mentioned;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Simulates one scenario, from flags or from a file. */
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
  private @Nullable Path file;

  private final ScenarioSource source;

  private SimCommand(ScenarioSource source) {
    this.source = source;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    return ScenarioSource.commandLine(recipes, mentioned, SimCommand::new, "Simulate", false);
  }

  @Override
  public Integer call() throws IOException {
    Recipes recipes = source.recipes();
    Scenario scenario = source.scenario(new ScenarioReader(recipes), spec, file);
    output.nameSteps(source.traceFile());
    return output.run(scenario, recipes, spec.commandLine());
  }
}
