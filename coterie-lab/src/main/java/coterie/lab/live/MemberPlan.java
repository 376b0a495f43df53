package coterie.lab.live;

import coterie.core.NodeId;
import coterie.lab.Jars;
import coterie.recording.Entry;
import coterie.sim.replay.SimRecording;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How the members of a scenario become processes: this program once more, for each of them. */
public final class MemberPlan implements ProcessStage.Plan {
  /** What this program is told to be a member. */
  public static final String COMMAND = "run-member";

  private final Scenario scenario;
  private final Stacks stacks;
  private final ClassLoader loader;
  private final List<String> jars;
  private final String main;

  /**
   * @param main the class that begins this program
   */
  MemberPlan(Scenario scenario, Recipes recipes, String main) {
    this.main = main;
    this.scenario = scenario;
    this.loader = recipes.named(scenario.protocol()).getClass().getClassLoader();
    this.stacks = Stacks.of(recipes, loader);
    String flags = Jars.flags(List.of(recipes.named(scenario.protocol()))).strip();
    this.jars = flags.isEmpty() ? List.of() : Arrays.asList(flags.split(" ", -1));
  }

  @Override
  public Entry.Life life(NodeId node) {
    return SimRecording.life(scenario, node);
  }

  @Override
  public List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-Xshare:auto", "-Xlog:disable", "-Xlog:all=warning:stderr"));
    if (MemberPlan.class.desiredAssertionStatus()) {
      command.add("-ea");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.add(COMMAND);
    command.addAll(jars);
    return command;
  }

  @Override
  public Stacks stacks() {
    return stacks;
  }

  @Override
  public ClassLoader loader() {
    return loader;
  }
}
