package coterie.sim.shrink;

import coterie.sim.fault.Fault;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import coterie.sim.shrink.minimal.Ddmin;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Removes faults, together with what ends them or without it, and calls. */
final class FewerSteps implements Reduction {
  private final boolean isEnding;

  /**
   * Makes it.
   *
   * @param isEnding whether a fault that is kept has to end as it did
   */
  FewerSteps(boolean isEnding) {
    this.isEnding = isEnding;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    List<List<Step>> pairs =
        Ddmin.minimize(pairs(scenario.steps()), kept -> isObjected.test(with(scenario, kept)));
    Scenario fewer = with(scenario, pairs);
    if (isEnding) {
      return fewer;
    }
    List<Step> steps =
        Ddmin.minimize(fewer.steps(), kept -> isObjected.test(Variants.steps(fewer, kept)));
    return Variants.steps(fewer, steps);
  }

  private static Scenario with(Scenario scenario, List<List<Step>> pairs) {
    return Variants.steps(scenario, pairs.stream().flatMap(List::stream).toList());
  }

  /** Returns every fault with the first later one that undoes it, and all else by itself. */
  private static List<List<Step>> pairs(List<Step> steps) {
    List<List<Step>> pairs = new ArrayList<>();
    List<Step> left = new ArrayList<>(steps);
    while (!left.isEmpty()) {
      List<Step> pair = new ArrayList<>(List.of(left.removeFirst()));
      if (pair.getFirst().action() instanceof Step.Inject inject && inject.fault().undo() != null) {
        Fault undo = inject.fault().undo();
        left.stream().filter(step -> isOf(step, undo)).findFirst().ifPresent(pair::add);
        left.removeAll(pair);
      }
      pairs.add(pair);
    }
    return pairs;
  }

  private static boolean isOf(Step step, Fault fault) {
    return step.action() instanceof Step.Inject inject && inject.fault().equals(fault);
  }
}
