package coterie.testkit.junit;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Plan;
import coterie.sim.explore.monitor.Monitors;
import coterie.sim.explore.monitor.Promises;
import coterie.sim.explore.search.Exploration;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.CallByName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What an {@link ExploreTest} asks for, after a look at all of it. */
final class ExploreRequest {
  private final ExploreTest test;
  private final TestedRecipe protocol;
  private final SortedMap<String, String> values = new TreeMap<>();
  private final Plan plan;

  /**
   * Reads the annotation of a method.
   *
   * @throws IllegalArgumentException if it says something that cannot be
   */
  ExploreRequest(ExploreTest test, ExtensionContext context) {
    this.test = test;
    this.protocol =
        TestedRecipe.of(
            context.getRequiredTestClass(), test.protocol(), test.recipe(), test.blueprint());
    checkNumbers();
    for (String setting : test.settings()) {
      String[] words = setting.strip().split("\\s+", -1);
      if (words.length != 2) {
        throw new IllegalArgumentException(
            "\"%s\" is not a setting; a setting is a name and a value, such as retry 50ms"
                .formatted(setting));
      }
      values.put(words[0], words[1]);
    }
    Recipe recipe = protocol.recipe();
    View members = View.numbered(0, test.nodes());
    Settings settings = new Settings(recipe.settings(), values);
    Plan.Faults faults =
        new Plan.Faults(
            test.crashes(),
            test.recoveries(),
            test.losses(),
            test.duplicates(),
            test.cuts(),
            test.pauses());
    Plan.Model usual = Plan.Model.STANDARD;
    Plan.Model model =
        new Plan.Model(
            test.timing(),
            test.network(),
            test.saves(),
            usual.hints(),
            usual.drawsMax(),
            usual.forgets());
    this.plan =
        Plan.of(members, recipe.blueprint(members, settings))
            .withFaults(faults)
            .withCalls(calls(members))
            .withModel(model)
            .withBounds(
                new Plan.Bounds(test.depth(), test.states(), test.pending(), -1, new TreeMap<>()))
            .withEffort(
                new Plan.Effort(test.threads(), Long.MAX_VALUE, true, false, System::nanoTime))
            .withMonitors(monitors(recipe, members, settings, faults));
    checkCalls();
  }

  /** A search takes a call that cannot be for one that is refused. */
  private void checkCalls() {
    Simulation trial = new Simulation(plan.members(), plan.blueprint(), Setup.standard());
    for (Plan.Call call : plan.calls()) {
      NodeId node = call.node() == null ? plan.members().at(0) : call.node();
      CallByName.locate(node, trial.protocols(node), call.words());
    }
  }

  /** Does the same, and tells of a mistake as JUnit expects it. */
  static ExploreRequest of(ExploreTest test, ExtensionContext context) {
    try {
      return new ExploreRequest(test, context);
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  TestedRecipe protocol() {
    return protocol;
  }

  ExploreTest test() {
    return test;
  }

  Exploration exploration() {
    return new Exploration(plan);
  }

  /** Returns the scenario that goes along a path. */
  List<String> scenario(List<Choice> path) {
    List<String> lines = new ArrayList<>();
    lines.add("protocol " + protocol.name());
    lines.add("nodes " + test.nodes());
    lines.add("schedule manual");
    values.forEach((name, value) -> lines.add("set %s %s".formatted(name, value)));
    path.stream()
        .skip(startsByThemselves(path) ? test.nodes() : 0)
        .forEach(choice -> lines.add("then " + choice.text()));
    return lines;
  }

  /** Nodes that draw nothing at their start need not be started by name. */
  private boolean startsByThemselves(List<Choice> path) {
    for (int i = 0; i < test.nodes(); i++) {
      Choice start = new Choice.Start(plan.members().at(i), List.of());
      if (i >= path.size() || !path.get(i).equals(start)) {
        return false;
      }
    }
    return true;
  }

  private void checkNumbers() {
    if (test.nodes() < 1 || test.nodes() > Plan.NODES_MAX) {
      throw new IllegalArgumentException(
          "nodes = %d; a group that is explored has 1 to %d nodes"
              .formatted(test.nodes(), Plan.NODES_MAX));
    }
    KitParameters.require("depth", test.depth(), 1);
    KitParameters.require("states", test.states(), 1);
    KitParameters.require("pending", test.pending(), 1);
    KitParameters.require("threads", test.threads(), 1);
    KitParameters.require("crashes", test.crashes(), 0);
    KitParameters.require("recoveries", test.recoveries(), 0);
    KitParameters.require("losses", test.losses(), 0);
    KitParameters.require("duplicates", test.duplicates(), 0);
    KitParameters.require("cuts", test.cuts(), 0);
    KitParameters.require("pauses", test.pauses(), 0);
  }

  private List<Plan.Call> calls(View members) {
    List<Plan.Call> calls = new ArrayList<>();
    for (String call : test.calls()) {
      String[] words = call.strip().split("\\s+", 2);
      String node = words[0].replaceFirst("^P", "");
      if (!node.matches("[0-9]{1,3}")) {
        calls.add(new Plan.Call(null, call.strip()));
        continue;
      }
      NodeId id = new NodeId(Long.parseLong(node));
      if (members.indexOf(id) < 0 || words.length < 2) {
        throw new IllegalArgumentException(
            "\"%s\" cannot be called; a call is a process from 0 to %d and a method, such as 0 read"
                .formatted(call, members.size() - 1));
      }
      calls.add(new Plan.Call(id, words[1]));
    }
    return calls;
  }

  private List<Monitor<?>> monitors(
      Recipe recipe, View members, Settings settings, Plan.Faults faults) {
    boolean isPunctual = test.timing() == Plan.Timing.SYNC && faults.equals(Plan.Faults.NONE);
    boolean keepsMessages = test.network() == Plan.Order.SET;
    List<Monitor<?>> monitors =
        new ArrayList<>(
            Monitors.of(new Promises(recipe, settings, members, isPunctual, keepsMessages)));
    for (Class<? extends Monitor<?>> type : test.judges()) {
      monitors.add(JudgeMaker.make(type, members));
    }
    return monitors;
  }
}
