package coterie.sim.shrink;

import coterie.sim.manual.Choice;
import coterie.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Leaves out of a schedule when its events happen; their order is enough for most. */
final class FewerTimes implements Reduction {
  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario all = scenario.withChoices(scenario.choices().stream().map(Choice::event).toList());
    Scenario best = Reduction.firstOf(List.of(all.withUntil(0), all), scenario, isObjected);
    for (int i = 0; i < best.choices().size(); i++) {
      List<Choice> one = new ArrayList<>(best.choices());
      one.set(i, one.get(i).event());
      best = Reduction.firstOf(List.of(best.withChoices(one)), best, isObjected);
    }
    return best;
  }
}
