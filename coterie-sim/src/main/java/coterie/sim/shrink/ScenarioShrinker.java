package coterie.sim.shrink;

import coterie.sim.check.Judge;
import coterie.sim.check.Violation;
import coterie.sim.explore.monitor.MonitorJudge;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.List;

/** Makes a scenario smaller as long as the same judge objects to its run. */
public final class ScenarioShrinker {
  /** What is removed in one round may make something else superfluous. */
  private static final int ROUNDS_MAX = 20;

  /** With more messages than that, other random numbers of the nodes are tried. */
  private static final int MESSAGES_FEW = 20;

  /** With no more messages than that, people can read a run as it is. */
  private static final int MESSAGES_ENOUGH = 5;

  private static final int SEEDS = 5;

  private final Recipes recipes;
  private final Trial trial;
  private final Effort effort;

  /** Shrinks by the judges that every run has. */
  public ScenarioShrinker(Recipes recipes, Effort effort) {
    this(recipes, Trial.of(recipes), effort);
  }

  /**
   * Shrinks by judges of one's own.
   *
   * @param trial runs what is tried, and judges it
   */
  public ScenarioShrinker(Recipes recipes, Trial trial, Effort effort) {
    this.recipes = recipes;
    this.trial = trial;
    this.effort = effort;
  }

  /**
   * Shrinks a scenario.
   *
   * @param violation what is wrong with its run
   * @throws IllegalArgumentException if that is not wrong with its run
   */
  public Shrunk<Scenario> shrink(Scenario scenario, Violation violation) {
    if (scenario.isManual()) {
      return new ScheduleShrinker(recipes, trial, effort).shrink(scenario, violation);
    }
    Objection objection = new Objection(recipes, trial, violation, effort);
    objection.require(scenario);
    Nature nature = Nature.of(scenario, objection);
    List<Reduction> first = reductions(nature);
    List<Reduction> all = new ArrayList<>(first);
    if (!nature.isOfProgress()) {
      all.add(new FewerMessages(recipes));
      all.add(new SimplerDelays());
    }
    Scenario best = scenario;
    for (Reduction reduction : first) {
      best = reduction.reduce(best, objection);
    }
    Scenario fewer = best;
    best = smallest(fewer, all, nature, objection);
    for (int seed = 1; seed <= SEEDS && messages(best) > MESSAGES_FEW; seed++) {
      Scenario other = fewer.withSetup(fewer.setup().withSeed(seed));
      if (!nature.isOfProgress() && objection.test(other)) {
        Scenario another = smallest(other, all, nature, objection);
        best = messages(another) < messages(best) ? another : best;
      }
    }
    Scenario result = Objection.reread(best, recipes);
    return new Shrunk<>(result, effort.tries(), !effort.isSpent());
  }

  private Scenario smallest(
      Scenario scenario, List<Reduction> reductions, Nature nature, Objection objection) {
    Scenario best = rounds(scenario, reductions, objection);
    best = new FewerLines(recipes).reduce(best, objection);
    return nature.isOfProgress() || messages(best) <= MESSAGES_ENOUGH
        ? best
        : byHand(best, objection);
  }

  /**
   * Where time does not matter, a schedule without times needs fewer messages: nobody has to be
   * kept from waking up. Monitors never look at times, so they have to object as well.
   */
  private Scenario byHand(Scenario scenario, Objection objection) {
    Scenario schedule = Transcript.of(scenario, recipes);
    Objection timeless = objection.and(monitors(scenario));
    if (!timeless.test(schedule)) {
      return scenario;
    }
    Scenario shorter =
        new ScheduleShrinker(recipes, trial, effort).shrink(schedule, timeless).result();
    return messages(shorter) < messages(scenario) ? shorter : scenario;
  }

  private String monitors(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    return run.judges().appoint(MonitorJudge::of).map(Judge::name).orElseThrow();
  }

  private long messages(Scenario scenario) {
    return MessageLog.of(scenario, recipes).stream().filter(MessageLog.Fate::hasArrived).count();
  }

  /** Repeats all of them until there is nothing more to remove. */
  private static Scenario rounds(
      Scenario scenario, List<Reduction> reductions, Objection objection) {
    Scenario best = scenario;
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Scenario before = best;
      for (Reduction reduction : reductions) {
        best = reduction.reduce(best, objection);
      }
      if (best.equals(before)) {
        return best;
      }
    }
    return best;
  }

  /** Returns those that name no messages. */
  private List<Reduction> reductions(Nature nature) {
    List<Reduction> all = new ArrayList<>();
    if (!nature.isOfTheEnd()) {
      all.add(new EarlierEnd(recipes));
    }
    all.add(new KnownTargets(recipes));
    all.add(new FewerSteps(nature.isOfProgress()));
    all.add(new FewerNodes());
    all.add(new PlainerNetwork());
    all.add(new FewerSettings(recipes));
    if (!nature.isOfTheEnd()) {
      all.add(new SimplerTimes());
      all.add(new EarlierEnd(recipes));
    }
    return all;
  }
}
