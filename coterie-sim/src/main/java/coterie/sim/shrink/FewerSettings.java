package coterie.sim.shrink;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.minimal.Ddmin;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Leaves settings at their defaults, unless more messages would arrive then. */
final class FewerSettings implements Reduction {
  private final Recipes recipes;

  FewerSettings(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    List<String> names = List.copyOf(scenario.settings().keySet());
    if (names.isEmpty()) {
      return scenario;
    }
    long arrivals = arrivals(scenario);
    List<String> kept =
        Ddmin.minimize(
            names,
            some -> {
              Scenario other = scenario.withSettings(only(scenario, some));
              return isObjected.test(other) && arrivals(other) <= arrivals;
            });
    return scenario.withSettings(only(scenario, kept));
  }

  /** A period that is long for once makes a run small; its default would hide what matters. */
  private long arrivals(Scenario scenario) {
    return MessageLog.of(scenario, recipes).stream().filter(MessageLog.Fate::hasArrived).count();
  }

  private static SortedMap<String, String> only(Scenario scenario, List<String> names) {
    SortedMap<String, String> some = new TreeMap<>(scenario.settings());
    some.keySet().retainAll(names);
    return some;
  }
}
