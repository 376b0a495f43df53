package coterie.lab.explore;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.check.expect.Expectation;
import coterie.sim.explore.Goal;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Plan;
import coterie.sim.explore.monitor.ExpectationMonitor;
import coterie.sim.explore.monitor.Monitors;
import coterie.sim.explore.monitor.Promises;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Target;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is to be explored: the protocol, the group, the settings and the calls of a scenario, and
 * all else by flags. Of a scenario's faults only how many of each kind there are counts: in a
 * search they come at any time.
 *
 * @param goals what fair cycles are searched for; none if liveness was not asked for
 */
public record ExplorePlan(Scenario scenario, Plan plan, List<Goal<?>> goals) {
  /** Reads a scenario and flags. */
  public static ExplorePlan of(Scenario scenario, Recipes recipes, ExploreFlags flags) {
    if (scenario.isManual()) {
      throw new IllegalArgumentException(
          "a search tries all schedules, and the scenario has one by hand; leave out the lines"
              + " schedule and then, and give calls and faults as flags");
    }
    Recipe recipe = recipes.named(scenario.protocol());
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    View members = scenario.members();
    Plan.Model model = flags.model();
    Plan.Bounds bounds = flags.bounds();
    Plan.Faults faults = flags.faults(faults(scenario.steps()));
    boolean isPunctual = faults.equals(Plan.Faults.NONE) && bounds.deviations() == 0;
    Promises promises =
        new Promises(recipe, settings, members, isPunctual, model.order() == Plan.Order.SET);
    if (flags.searchesCycles() && bounds.deviations() >= 0) {
      throw new IllegalArgumentException(
          "--liveness takes every schedule, and --deviations leaves some out; give one of them");
    }
    List<Goal<?>> goals = flags.searchesCycles() ? Monitors.goals(promises) : List.of();
    if (flags.searchesCycles() && goals.isEmpty()) {
      throw new IllegalArgumentException(
          "--liveness: nothing is known that %s has to come to; take an election, a lock, a"
                  .formatted(recipe.name())
              + " detector or a store");
    }
    List<Monitor<?>> monitors = new ArrayList<>(Monitors.of(promises));
    for (Expectation expectation : scenario.expectations()) {
      if (expectation.isTimeless()) {
        monitors.add(new ExpectationMonitor(members, expectation));
      }
    }
    monitors.addAll(goals);
    List<Plan.Call> calls = new ArrayList<>(calls(scenario.steps()));
    calls.addAll(flags.calls(names(members)));
    Plan plan =
        Plan.of(members, recipe.blueprint(members, settings))
            .withFaults(faults)
            .withCalls(calls)
            .withModel(model)
            .withBounds(bounds)
            .withMonitors(monitors)
            .withEffort(
                new Plan.Effort(
                    flags.threads(),
                    flags.memoryBytes(),
                    true,
                    !goals.isEmpty(),
                    CpuTime::ofThisThread));
    return new ExplorePlan(scenario, plan, goals);
  }

  /** Returns what the scenario expects at a time, which a search does not know. */
  public List<String> unjudged() {
    return scenario.expectations().stream()
        .filter(expectation -> !expectation.isTimeless())
        .map(Expectation::words)
        .toList();
  }

  private static Map<String, NodeId> names(View members) {
    Map<String, NodeId> names = new LinkedHashMap<>();
    for (int i = 0; i < members.size(); i++) {
      NodeId node = members.at(i);
      names.put(node.toString(), node);
      names.put(Long.toString(node.value()), node);
    }
    return names;
  }

  private static List<Plan.Call> calls(List<Step> steps) {
    List<Plan.Call> calls = new ArrayList<>();
    for (Step step : steps) {
      if (step.action() instanceof Step.Call call) {
        // Roles are known on a path only; so anybody may be called.
        NodeId node = call.target() instanceof Target.Player ? null : call.target().node();
        String arguments = String.join(" ", call.arguments());
        calls.add(new Plan.Call(node, (call.method() + " " + arguments).strip()));
      }
    }
    return calls;
  }

  private static Plan.Faults faults(List<Step> steps) {
    int crashes = 0;
    int recoveries = 0;
    int cuts = 0;
    int pauses = 0;
    for (Step step : steps) {
      if (!(step.action() instanceof Step.Inject inject)) {
        continue;
      }
      boolean isUndone = inject.lastingNanos() != Long.MAX_VALUE;
      switch (inject.fault()) {
        case Fault.Crash crash -> {
          crashes++;
          recoveries += isUndone ? 1 : 0;
        }
        case Fault.Recover recover -> recoveries++;
        case Fault.Pause pause -> pauses++;
        case Fault.Cut cut -> cuts++;
        case Fault.Partition partition -> cuts++;
        case Fault.Resume resume -> {}
        case Fault.OfNetwork network -> {}
        case Fault.OfClock clock -> {}
      }
    }
    return new Plan.Faults(crashes, recoveries, 0, 0, cuts, pauses);
  }
}
