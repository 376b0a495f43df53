package coterie.sim.shrink;

import coterie.sim.check.Violation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a judge objects to the run of a scenario for a given reason. A scenario that cannot be
 * run is not objected to. What is objected to is run again: where the second run comes out
 * otherwise, chance is at work, and the scenario does not count.
 */
final class Objection implements Predicate<Scenario> {
  private final Recipes recipes;
  private final Trial trial;
  private final Violation violation;
  private final Effort effort;
  private final @Nullable String second;
  private final Set<Scenario> harmless = new HashSet<>();

  Objection(Recipes recipes, Trial trial, Violation violation, Effort effort) {
    this(recipes, trial, violation, effort, null);
  }

  /**
   * Makes it.
   *
   * @param second the name of another judge that has to object as well; null if one judge is enough
   */
  private Objection(
      Recipes recipes, Trial trial, Violation violation, Effort effort, @Nullable String second) {
    this.second = second;
    this.recipes = recipes;
    this.trial = trial;
    this.violation = violation;
    this.effort = effort;
  }

  /** Returns the same, where another judge has to object as well, for whatever reason. */
  Objection and(String other) {
    return new Objection(recipes, trial, violation, effort, other);
  }

  /** Refuses a scenario to which the judge does not object. */
  void require(Scenario scenario) {
    if (!isAlways(scenario)) {
      throw new IllegalArgumentException(
          "%s does not object to this run of %s whenever it is run"
              .formatted(violation.judge(), scenario.protocol()));
    }
  }

  @Override
  public boolean test(Scenario scenario) {
    if (harmless.contains(scenario) || !effort.spend()) {
      return false;
    }
    boolean isObjected = isAlways(scenario);
    if (!isObjected) {
      harmless.add(scenario);
    }
    return isObjected;
  }

  /** Returns whether the judge objects to two runs in a row. */
  boolean isAlways(Scenario scenario) {
    return IntStream.range(0, 2).allMatch(run -> isObjected(scenario));
  }

  private boolean isObjected(Scenario scenario) {
    try {
      List<Violation> found = trial.violations(reread(scenario, recipes));
      return found.stream().anyMatch(violation::isLike)
          && (second == null || found.stream().anyMatch(one -> one.judge().equals(second)));
    } catch (ScenarioException e) {
      return false;
    }
  }

  /** Returns what a file with that scenario means, since such a file is what people get. */
  static Scenario reread(Scenario scenario, Recipes recipes) {
    return new ScenarioReader(recipes)
        .text("shrunk", ScenarioText.lines(scenario, recipes))
        .scenario();
  }
}
