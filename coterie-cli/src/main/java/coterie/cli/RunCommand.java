package coterie.cli;

import coterie.cli.flags.Mentioned;
import coterie.cli.flags.Subcommand;
import coterie.lab.live.LiveRun;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.Step;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one scenario on sockets of this machine, and judges and prints it as a simulated one. */
@Command(
    name = "run",
    abbreviateSynopsis = true,
    sortOptions = false,
    synopsisSubcommandLabel = "[PROTOCOL]",
    commandListHeading = "%nProtocols:%n")
final class RunCommand extends Subcommand {
  /** Each has two sockets, and all share one thread. */
  private static final int NODES_MAX = 1_000;

  /** Each is a JVM of its own. */
  private static final int PROCESSES_MAX = 50;

  @Mixin private RunOutput output;

  @Option(names = "--pace", paramLabel = "N")
  private String pace = "1";

  @Option(names = "--processes")
  private boolean isInProcesses;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a scenario file; see docs/scenarios.md for the format")
  private @Nullable Path file;

  private final ScenarioSource source;

  private RunCommand(ScenarioSource source) {
    this.source = source;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    return ScenarioSource.commandLine(recipes, mentioned, RunCommand::new, "Run on sockets", true);
  }

  @Override
  public Integer call() throws IOException {
    int speed = LiveRun.pace(pace);
    Recipes recipes = source.recipes();
    Scenario scenario = source.scenario(new ScenarioReader(recipes).onSockets(), spec(), file);
    check(scenario);
    String program = isInProcesses ? Main.class.getName() : null;
    return new LiveRun(scenario, recipes, speed, program, err())
        .run(stage -> output.run(scenario, recipes, stage, commandLine()));
  }

  private static void check(Fault fault) {
    if (fault instanceof Intervention) {
      throw new IllegalArgumentException(
          "on sockets no single message can be picked out; \"%s\" is for sim"
              .formatted(fault.text()));
    }
  }

  private void check(Scenario scenario) {
    if (scenario.members().size() > NODES_MAX) {
      throw new IllegalArgumentException(
          "run takes up to %d processes, not %d; sim takes more"
              .formatted(NODES_MAX, scenario.members().size()));
    }
    if (isInProcesses && scenario.members().size() > PROCESSES_MAX) {
      throw new IllegalArgumentException(
          "--processes takes up to %d processes, not %d; without it run takes up to %d"
              .formatted(PROCESSES_MAX, scenario.members().size(), NODES_MAX));
    }
    if (scenario.setup().ties() != Ties.SCHEDULED) {
      throw new IllegalArgumentException(
          "on sockets things happen in the order in which they happen; ties are for sim");
    }
    if (scenario.isManual()) {
      throw new IllegalArgumentException(
          "on sockets nobody can choose the next event; schedule manual is for sim");
    }
    scenario.setup().conditions().forEach(RunCommand::check);
    for (Step step : scenario.steps()) {
      if (step.action() instanceof Step.Inject inject) {
        check(inject.fault());
      }
    }
    if (scenario.setup().syncNanos() != 0) {
      throw new IllegalArgumentException(
          "on sockets stable storage takes as long as the disk does; sync is for sim");
    }
  }
}
