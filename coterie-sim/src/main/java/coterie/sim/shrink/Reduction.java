package coterie.sim.shrink;

import coterie.sim.scenario.Scenario;
import java.util.function.Predicate;

/** One way to make a scenario smaller. */
@FunctionalInterface
interface Reduction {
  /**
   * Returns a scenario that is smaller and objected to, or the same one.
   *
   * @param isObjected whether the judge objects; it does to the given scenario
   */
  Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected);

  /** Returns the first candidate that is objected to, or else the scenario. */
  static Scenario firstOf(
      Iterable<Scenario> candidates, Scenario otherwise, Predicate<Scenario> isObjected) {
    for (Scenario candidate : candidates) {
      if (!candidate.equals(otherwise) && isObjected.test(candidate)) {
        return candidate;
      }
    }
    return otherwise;
  }
}
