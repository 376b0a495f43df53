package coterie.sim.shrink;

import coterie.core.TimeText;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import coterie.sim.shrink.minimal.RoundTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Lets steps follow each other sooner, and at times that are easy to read. */
final class SimplerTimes implements Reduction {
  private static final long LEAST = TimeText.SECOND / 100;
  private static final long LARGEST = 100 * TimeText.SECOND;

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario best = scenario;
    for (int i = 0; i < best.steps().size(); i++) {
      best = sooner(best, i, isObjected);
    }
    for (int i = 0; i < best.steps().size(); i++) {
      best = rounder(best, i, isObjected);
    }
    return rounderSetup(best, isObjected);
  }

  /**
   * Shortens the time before a step, for it and all that follow; never to nothing, since events of
   * one instant are hard to tell apart.
   */
  private static Scenario sooner(Scenario scenario, int index, Predicate<Scenario> isObjected) {
    List<Step> steps = scenario.steps();
    long before = index == 0 ? 0 : steps.get(index - 1).atNanos();
    long gap = steps.get(index).atNanos() - before;
    List<Scenario> candidates = new ArrayList<>();
    for (long unit = LEAST; unit <= LARGEST; unit *= 10) {
      for (long shorter : List.of(unit, 2 * unit, 5 * unit)) {
        if (shorter <= gap - gap / 4) {
          candidates.add(shifted(scenario, index, gap - shorter));
        }
      }
    }
    return Reduction.firstOf(candidates, scenario, isObjected);
  }

  private static Scenario shifted(Scenario scenario, int index, long byNanos) {
    List<Step> steps = new ArrayList<>(scenario.steps());
    for (int i = index; i < steps.size(); i++) {
      steps.set(i, at(steps.get(i), steps.get(i).atNanos() - byNanos));
    }
    return Variants.steps(scenario, steps).withUntil(scenario.untilNanos() - byNanos);
  }

  private static Scenario rounder(Scenario scenario, int index, Predicate<Scenario> isObjected) {
    List<Scenario> candidates = new ArrayList<>();
    List<Step> steps = scenario.steps();
    long low = index == 0 ? -1 : steps.get(index - 1).atNanos();
    long high =
        index + 1 < steps.size() ? steps.get(index + 1).atNanos() : scenario.untilNanos() + 1;
    for (long time : RoundTimes.near(steps.get(index).atNanos())) {
      if (time > low && time < high) {
        List<Step> changed = new ArrayList<>(steps);
        changed.set(index, at(steps.get(index), time));
        candidates.add(Variants.steps(scenario, changed));
      }
    }
    return Reduction.firstOf(candidates, scenario, isObjected);
  }

  private static Scenario rounderSetup(Scenario scenario, Predicate<Scenario> isObjected) {
    if (!(scenario.setup().latency() instanceof Latency.Constant(long nanos))) {
      return scenario;
    }
    List<Scenario> latencies = new ArrayList<>();
    for (long time : RoundTimes.similar(nanos)) {
      boolean isRefusing = scenario.setup().refusing();
      latencies.add(
          scenario.withSetup(
              scenario.setup().withLatency(new Latency.Constant(time)).withRefusing(isRefusing)));
    }
    return Reduction.firstOf(latencies, scenario, isObjected);
  }

  private static Step at(Step step, long atNanos) {
    return new Step(step.where(), atNanos, step.action());
  }
}
