package coterie.sim.shrink;

import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.minimal.RoundTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Lets messages that are named take as long as all others, or a time that is easy to read. */
final class SimplerDelays implements Reduction {
  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario best = usual(scenario, isObjected);
    for (int i = 0; i < best.setup().conditions().size(); i++) {
      if (best.setup().conditions().get(i) instanceof Intervention.Deliver deliver
          && deliver.afterNanos() >= 0) {
        best = simpler(best, i, deliver, isObjected);
      }
    }
    return best;
  }

  /** Tries all at once, as most delays do not matter. */
  private static Scenario usual(Scenario scenario, Predicate<Scenario> isObjected) {
    Setup setup = scenario.setup();
    List<Fault> all =
        setup.conditions().stream()
            .map(
                fault ->
                    fault instanceof Intervention.Deliver deliver
                        ? new Intervention.Deliver(deliver.message(), Intervention.UNSAID)
                        : fault)
            .toList();
    Scenario candidate = scenario.withSetup(setup.withConditions(all));
    return Reduction.firstOf(List.of(candidate), scenario, isObjected);
  }

  private static Scenario simpler(
      Scenario scenario, int index, Intervention.Deliver deliver, Predicate<Scenario> isObjected) {
    List<Long> delays = new ArrayList<>(List.of(Intervention.UNSAID));
    delays.addAll(RoundTimes.near(deliver.afterNanos()).stream().filter(time -> time > 0).toList());
    List<Scenario> candidates = new ArrayList<>();
    for (long delay : delays) {
      List<Fault> conditions = new ArrayList<>(scenario.setup().conditions());
      conditions.set(index, new Intervention.Deliver(deliver.message(), delay));
      candidates.add(scenario.withSetup(scenario.setup().withConditions(conditions)));
    }
    return Reduction.firstOf(candidates, scenario, isObjected);
  }
}
