package coterie.sim.shrink;

import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Names the messages that are lost, where they are fewer than those that arrive. */
final class FewerLines implements Reduction {
  private final Recipes recipes;

  FewerLines(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    if (!FewerMessages.isExplicit(scenario)) {
      return scenario;
    }
    List<Fault> before = scenario.setup().conditions();
    List<Fault> after = new ArrayList<>();
    before.stream().filter(fault -> !FewerMessages.isOfMessages(fault)).forEach(after::add);
    MessageLog.of(scenario, recipes).stream()
        .filter(MessageLog.Fate::isLost)
        .forEach(fate -> after.add(new Intervention.Drop(fate.name)));
    before.stream()
        .filter(fault -> fault instanceof Intervention.Deliver deliver && deliver.afterNanos() >= 0)
        .forEach(after::add);
    Scenario other = scenario.withSetup(scenario.setup().withConditions(after));
    return after.size() < before.size() && isObjected.test(other) ? other : scenario;
  }
}
