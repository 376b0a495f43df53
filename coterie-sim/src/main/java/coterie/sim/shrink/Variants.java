package coterie.sim.shrink;

import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Scenarios that differ from a given one in one respect. */
final class Variants {
  /** How many seeds are tried where a smaller group draws other random numbers. */
  private static final int SEEDS = 12;

  private Variants() {}

  /** Replaces the steps; they need not be in order. */
  static Scenario steps(Scenario of, List<Step> steps) {
    List<Step> sorted = new ArrayList<>(steps);
    sorted.sort(Comparator.comparingLong(Step::atNanos));
    return of.withSteps(sorted);
  }

  /** Returns it with its own seed, and then with small ones. */
  static List<Scenario> seeds(Scenario of) {
    List<Scenario> all = new ArrayList<>(List.of(of));
    for (long seed = 1; seed <= SEEDS; seed++) {
      all.add(of.withSetup(of.setup().withSeed(seed)));
    }
    return all;
  }
}
