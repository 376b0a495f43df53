package coterie.broken;

import coterie.sim.explore.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a variant is explored.
 *
 * @param settings statements of a scenario
 * @param pending how many messages of a link may be in flight
 * @param values the largest values of fields
 */
record Looking(
    int nodes,
    List<String> settings,
    Plan.Faults faults,
    List<Plan.Call> calls,
    Plan.Timing timing,
    Plan.Saves saves,
    int pending,
    SortedMap<String, Long> values) {
  /** Reads words such as {@code explore nodes=3 crashes=1 timing=sync call=notice}. */
  static Looking parse(String words) {
    int nodes = 3;
    int pending = Integer.MAX_VALUE;
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
        case "explore" -> {}
        case "nodes" -> nodes = Integer.parseInt(value);
        case "pending" -> pending = Integer.parseInt(value);
        case "timing" -> timing = Plan.Timing.valueOf(value.toUpperCase(java.util.Locale.ROOT));
        case "saves" -> saves = Plan.Saves.valueOf(value.toUpperCase(java.util.Locale.ROOT));
        case "call" -> calls.add(new Plan.Call(null, value));
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
        values);
  }
}
