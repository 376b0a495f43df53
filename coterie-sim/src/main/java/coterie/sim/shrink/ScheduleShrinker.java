package coterie.sim.shrink;

import coterie.core.TimeText;
import coterie.sim.check.Violation;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.minimal.Ddmin;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a schedule shorter that was chosen event by event, as long as the same judge objects. It
 * removes events, and those that have become impossible by it; then nodes; then it looks for
 * another order of the events in which some of them are not needed.
 */
public final class ScheduleShrinker {
  private static final int ROUNDS_MAX = 10;

  /** How many events that follow each other are removed at once, at most. */
  private static final int ROUND_MAX = 12;

  private final Recipes recipes;
  private final Trial trial;
  private final Effort effort;
  private final Rehearsal rehearsal;

  /** Shrinks by the judges that every run has. */
  public ScheduleShrinker(Recipes recipes, Effort effort) {
    this(recipes, Trial.of(recipes), effort);
  }

  /**
   * Shrinks by judges of one's own.
   *
   * @param trial runs what is tried, and judges it
   */
  public ScheduleShrinker(Recipes recipes, Trial trial, Effort effort) {
    this.recipes = recipes;
    this.trial = trial;
    this.effort = effort;
    this.rehearsal = new Rehearsal(recipes);
  }

  /**
   * Shrinks a schedule.
   *
   * @param scenario a group, and the events that were chosen
   * @param violation what is wrong with its run
   * @throws IllegalArgumentException if that is not wrong with its run
   */
  public Shrunk<Scenario> shrink(Scenario scenario, Violation violation) {
    Objection objection = new Objection(recipes, trial, violation, effort);
    return shrink(judged(scenario, objection), objection);
  }

  /** Shrinks a schedule to which there is such an objection. */
  Shrunk<Scenario> shrink(Scenario scenario, Objection objection) {
    Scenario best = scenario;
    Scenario exact = rehearsal.possible(best, best.choices());
    best = objection.test(exact) ? exact : best;
    best = new FewerTimes().reduce(best, objection);
    boolean isMinimal = false;
    for (int round = 0; round < ROUNDS_MAX && !isMinimal; round++) {
      Scenario before = best;
      best = fewerEvents(best, objection);
      best = fewerRounds(best, objection);
      best = new FewerScheduledNodes(rehearsal).reduce(best, objection);
      best = otherOrder(best, objection);
      best = new FewerSettings(recipes).reduce(best, objection);
      best = new FewerTimes().reduce(best, objection);
      isMinimal = best.equals(before) && !effort.isSpent();
    }
    best = new PlainerChoices().reduce(best, objection);
    return new Shrunk<>(Objection.reread(best, recipes), effort.tries(), isMinimal);
  }

  /** Some judges object only when time has passed, and in a schedule it does so at its end. */
  private Scenario judged(Scenario scenario, Objection objection) {
    if (objection.isAlways(scenario)) {
      return scenario;
    }
    Scenario longer = scenario.withUntil(rehearsal.endNanos(scenario) + TimeText.SECOND);
    objection.require(longer);
    return longer;
  }

  private Scenario fewerEvents(Scenario scenario, Objection objection) {
    Scenario[] best = {scenario};
    Ddmin.minimize(
        scenario.choices(),
        some -> {
          if (effort.isSpent()) {
            return false;
          }
          Scenario fewer = rehearsal.possible(scenario, some);
          boolean isObjected = objection.test(fewer);
          best[0] = isObjected ? fewer : best[0];
          return isObjected;
        });
    return best[0];
  }

  /**
   * Removes some events that follow each other, wherever they begin: a client that asks, enters and
   * leaves once more than needed does so in events none of which can be removed alone.
   */
  private Scenario fewerRounds(Scenario scenario, Objection objection) {
    Scenario best = scenario;
    for (int length = 2; length <= ROUND_MAX; length++) {
      for (int end = best.choices().size(); end >= length; end--) {
        List<Choice> fewer = new ArrayList<>(best.choices());
        fewer.subList(end - length, end).clear();
        Scenario shorter = rehearsal.possible(best, fewer);
        if (objection.test(shorter)) {
          best = shorter;
          end = Math.min(end, shorter.choices().size() + 1);
        } else if (effort.isSpent()) {
          return best;
        }
      }
    }
    return best;
  }

  /** Lets single events happen earlier, and takes the order in which fewer of all can happen. */
  private Scenario otherOrder(Scenario scenario, Objection objection) {
    List<Choice> choices = scenario.choices();
    for (int from = 1; from < choices.size(); from++) {
      for (int to = 0; to < from; to++) {
        if (!effort.spend()) {
          return scenario;
        }
        List<Choice> moved = new ArrayList<>(choices);
        moved.add(to, moved.remove(from));
        Scenario other = rehearsal.possible(scenario, moved);
        if (other.choices().size() < choices.size() && objection.test(other)) {
          return other;
        }
      }
    }
    return scenario;
  }
}
