package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.lesson.BullyPlan;
import coterie.lab.lesson.BullyTale;
import coterie.lab.lesson.Lesson;
import coterie.lab.live.LiveRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * An election by Bully in 12 seconds: who falls, who notices, and whether the fallen one returns.
 */
@Command(abbreviateSynopsis = true, sortOptions = false)
final class BullyDemo extends Subcommand {
  @Mixin private RunOutput output;

  @Option(
      names = {"-n", "--nodes"},
      paramLabel = "N")
  private int nodes = 5;

  @Option(names = "--faller", paramLabel = "P")
  private int faller;

  @Option(names = "--detector", paramLabel = "P")
  private int detector;

  @Option(names = "--returns")
  private boolean returns;

  @Option(names = "--stays")
  private boolean stays;

  @Option(names = "--processes")
  private boolean isInProcesses;

  @Option(names = "--pace", paramLabel = "N")
  private String pace = "1";

  @Option(names = "--scenario")
  private boolean isPrinted;

  private final Lesson lesson;
  private final Recipes recipes;

  BullyDemo(Lesson lesson, Recipes recipes) {
    this.lesson = lesson;
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    BullyPlan plan =
        BullyPlan.of(
            nodes, isGiven("--faller") ? faller : null, isGiven("--detector") ? detector : null);
    requireTogether();
    List<String> lines = plan.lines(lesson, !stays);
    if (isPrinted) {
      lines.forEach(out()::println);
      return 0;
    }
    int speed = LiveRun.pace(pace);
    ScenarioReader reader = new ScenarioReader(recipes);
    reader = isInProcesses ? reader.onSockets() : reader;
    Scenario scenario = reader.text(lesson.name(), lines).scenario();
    output.toldBy(run -> begin(run, plan));
    return isInProcesses
        ? new LiveRun(scenario, recipes, speed, Main.class.getName(), err())
            .run(stage -> output.tell(scenario, recipes, stage, commandLine()))
        : output.tell(scenario, recipes, commandLine());
  }

  private void requireTogether() {
    if (returns && stays) {
      throw new IllegalArgumentException(
          "--returns --stays: the fallen one cannot do both; give one of them");
    }
    if (isGiven("--pace") && !isInProcesses) {
      throw new IllegalArgumentException(
          "--pace goes with --processes; in the simulator 12 seconds take no time");
    }
  }

  private boolean isGiven(String flag) {
    return given().hasMatchedOption(flag);
  }

  private void begin(ScenarioRun run, BullyPlan plan) {
    BullyTale tale = new BullyTale(run, lesson, recipes);
    if (!output.isJson()) {
      String delay = isInProcesses ? "as long as they take" : "30 ms";
      tale.printPlan(plan.faller(), plan.detector(), !stays, delay, out());
    }
  }
}
