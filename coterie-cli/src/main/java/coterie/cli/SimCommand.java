package coterie.cli;

import coterie.cli.flags.Mentioned;
import coterie.cli.flags.Subcommand;
import coterie.lab.step.StepSession;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Simulates one scenario, from flags or from a file. */
@Command(
    name = "sim",
    abbreviateSynopsis = true,
    sortOptions = false,
    synopsisSubcommandLabel = "[PROTOCOL]",
    commandListHeading = "%nProtocols:%n")
final class SimCommand extends Subcommand {
  @Mixin private RunOutput output;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a scenario file; see docs/scenarios.md for the format")
  private @Nullable Path file;

  @Option(names = "--step")
  private boolean isStepped;

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
    Scenario scenario = source.scenario(new ScenarioReader(recipes), spec(), file);
    if (isStepped) {
      Reader typed = new InputStreamReader(System.in, Charset.defaultCharset());
      return end(new StepSession(scenario, recipes, new BufferedReader(typed), out()).run());
    }
    output.nameSteps(source.traceFile());
    return output.run(scenario, recipes, commandLine());
  }
}
