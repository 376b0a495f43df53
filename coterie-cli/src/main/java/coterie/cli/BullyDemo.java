package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.lesson.BullyTale;
import coterie.lab.lesson.Lesson;
import coterie.lab.live.LiveRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * An election by Bully in 12 seconds: who falls, who notices, and whether the fallen one returns.
 */
@Command(abbreviateSynopsis = true, sortOptions = false)
final class BullyDemo extends Subcommand {
  private static final int NODES_MIN = 2;
  private static final int NODES_MAX = 20;

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
    choose();
    Map<String, Integer> values = Map.of("nodes", nodes, "faller", faller, "detector", detector);
    List<String> lines = stays ? lesson.scenario(values) : lesson.scenario(values, "returns");
    if (isPrinted) {
      lines.forEach(out()::println);
      return 0;
    }
    int speed = LiveRun.pace(pace);
    ScenarioReader reader = new ScenarioReader(recipes);
    reader = isInProcesses ? reader.onSockets() : reader;
    Scenario scenario = reader.text(lesson.name(), lines).scenario();
    output.toldBy(this::begin);
    return isInProcesses
        ? new LiveRun(scenario, recipes, speed, Main.class.getName(), err())
            .run(stage -> output.tell(scenario, recipes, stage, commandLine()))
        : output.tell(scenario, recipes, commandLine());
  }

  /** Fills in what was not given, and refuses what cannot be. */
  private void choose() {
    if (nodes < NODES_MIN || nodes > NODES_MAX) {
      throw new IllegalArgumentException(
          "-n %d: the election takes %d to %d processes".formatted(nodes, NODES_MIN, NODES_MAX));
    }
    faller = isGiven("--faller") ? faller : Math.min(3, nodes);
    detector = isGiven("--detector") ? detector : faller == 1 ? 2 : 1;
    requireMember("--faller", faller);
    requireMember("--detector", detector);
    if (faller == detector) {
      throw new IllegalArgumentException(
          "--faller %d --detector %d: a process that has fallen notices nothing; give two different"
                  .formatted(faller, detector)
              + " processes");
    }
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

  private void requireMember(String flag, int who) {
    if (who < 1 || who > nodes) {
      throw new IllegalArgumentException(
          "%s %d: the processes are 1 to %d".formatted(flag, who, nodes));
    }
  }

  private void begin(ScenarioRun run) {
    BullyTale tale = new BullyTale(run, lesson, recipes);
    if (!output.isJson()) {
      String delay = isInProcesses ? "as long as they take" : "30 ms";
      tale.printPlan(faller, detector, !stays, delay, out());
    }
  }
}
