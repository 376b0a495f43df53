package coterie.broken;

import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Plan;
import coterie.sim.explore.monitor.Monitors;
import coterie.sim.explore.monitor.Promises;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a variant is explored.
 *
 * @param settings statements of a scenario
 * @param pending how many messages of a link may be in flight
 * @param deviations from the schedule of the simulator; negative if every schedule is explored
 * @param values the largest values of fields
 * @param isOfLiveness whether it is asked what never happens, once all states are known
 */
record Looking(
    int nodes,
    List<String> settings,
    Plan.Faults faults,
    List<Plan.Call> calls,
    Plan.Timing timing,
    Plan.Saves saves,
    int pending,
    int deviations,
    SortedMap<String, Long> values,
    boolean isOfLiveness) {
  private static final long MEMORY = 2_000_000_000L;

  /** Reads words such as {@code nodes=3 crashes=1 timing=sync call=notice}. */
  static Looking parse(String words) {
    int nodes = 3;
    int pending = Integer.MAX_VALUE;
    int deviations = -1;
    boolean isOfLiveness = false;
    int[] faults = new int[6];
    List<String> kinds = List.of("crashes", "recoveries", "losses", "duplicates", "cuts", "pauses");
    List<String> settings = new ArrayList<>();
    List<Plan.Call> calls = new ArrayList<>();
    Plan.Timing timing = Plan.Timing.ANY;
    Plan.Saves saves = Plan.Saves.INSTANT;
    SortedMap<String, Long> values = new TreeMap<>();
    for (String word : words.split(" ")) {
      int sign = word.indexOf('=');
      String key = sign < 0 ? word : word.substring(0, sign);
      String value = word.substring(sign + 1);
      switch (key) {
        case "nodes" -> nodes = Integer.parseInt(value);
        case "pending" -> pending = Integer.parseInt(value);
        case "deviations" -> deviations = Integer.parseInt(value);
        case "liveness" -> isOfLiveness = true;
        case "timing" -> timing = Plan.Timing.valueOf(value.toUpperCase(java.util.Locale.ROOT));
        case "saves" -> saves = Plan.Saves.valueOf(value.toUpperCase(java.util.Locale.ROOT));
        case "call" -> calls.add(new Plan.Call(null, value.replace(':', ' ')));
        case "max" -> {
          String[] parts = value.split(":");
          values.put(parts[0], Long.parseLong(parts[1]));
        }
        case "set" -> settings.add("set " + value.replace(':', ' '));
        default -> faults[kinds.indexOf(key)] = Integer.parseInt(value);
      }
    }
    return new Looking(
        nodes,
        settings,
        new Plan.Faults(faults[0], faults[1], faults[2], faults[3], faults[4], faults[5]),
        calls,
        timing,
        saves,
        pending,
        deviations,
        values,
        isOfLiveness);
  }

  /** A detector has no excuse where nothing is late and nothing fails. */
  boolean isPunctual() {
    return deviations == 0 && faults.equals(Plan.Faults.NONE);
  }

  /** What is explored of that protocol, with these judges. */
  Plan plan(Recipe recipe, Settings settings, View members) {
    Promises promises = new Promises(recipe, settings, members, isPunctual(), false);
    List<Monitor<?>> monitors = new ArrayList<>(Monitors.of(promises));
    if (isOfLiveness) {
      monitors.addAll(Monitors.goals(promises));
    }
    return Plan.of(members, recipe.blueprint(members, settings))
        .withFaults(faults)
        .withCalls(calls)
        .withModel(new Plan.Model(timing, Plan.Order.MULTISET, saves, false, 4, true))
        .withBounds(new Plan.Bounds(Integer.MAX_VALUE, Long.MAX_VALUE, pending, deviations, values))
        .withEffort(new Plan.Effort(1, MEMORY, true, isOfLiveness, Search::cpuNanos))
        .withMonitors(monitors);
  }
}
