package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.lab.report.Digits;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import coterie.sim.check.mutex.Entries;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.SortedMap;
import java.util.TreeMap;

/** Many runs of mutual exclusions. */
public final class MutexTrials
    extends Trials<MutexTrials.Contender, MutexOutcome.Run, MutexOutcome> {
  /**
   * A mutual exclusion with the settings that it runs with, and among them the demand.
   *
   * @param settings those that are given; the others are the recipe's fallbacks
   */
  public record Contender(MutexRecipe recipe, SortedMap<String, String> settings)
      implements Entrant {
    public static final String THINK = "think";

    /**
     * Makes one with the settings that it is compared with.
     *
     * @param clients how many processes ask, or all
     */
    public static Contender of(MutexRecipe recipe, long holdNanos, String clients) {
      SortedMap<String, String> settings = new TreeMap<>(recipe.laboratory());
      settings.put(THINK, "0");
      settings.put("hold", TimeText.format(holdNanos));
      settings.put("clients", clients);
      Contender contender = new Contender(recipe, settings);
      for (String name : settings.keySet()) {
        if (!contender.knows(name)) {
          throw new IllegalArgumentException(
              "%s cannot be compared with others: it has no setting \"%s\""
                  .formatted(recipe.name(), name));
        }
      }
      try {
        new Settings(recipe.settings(), settings);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--" + e.getMessage(), e);
      }
      return contender;
    }

    public Contender thinking(long nanos) {
      SortedMap<String, String> changed = new TreeMap<>(settings);
      changed.put(THINK, TimeText.format(nanos));
      return new Contender(recipe, changed);
    }

    /** In words, such as 10ms. */
    public String think() {
      return Digits.time(thinkSeconds());
    }

    public double thinkSeconds() {
      return TimeText.parse(settings.getOrDefault(THINK, "0")) / (double) TimeText.SECOND;
    }
  }

  private final Laboratory laboratory;

  public MutexTrials(Laboratory laboratory, Recipes recipes, Effort effort) {
    super(recipes, effort);
    this.laboratory = laboratory;
  }

  public Laboratory laboratory() {
    return laboratory;
  }

  @Override
  Scenario scenario(Trial<Contender> trial, long seed) {
    return laboratory.scenario(trial, recipes(), seed);
  }

  @Override
  public String text(Trial<Contender> trial, String seed) {
    return laboratory.text(trial, seed);
  }

  @Override
  MutexOutcome.Run run(Trial<Contender> trial, long seed) {
    ScenarioRun run = of(scenario(trial, seed));
    Entries entries = run.judge(Entries.class).orElseThrow();
    run.run();
    return MutexOutcome.Run.of(seed, entries, run.stage(), laboratory.quietNanos());
  }

  @Override
  RunTally<MutexOutcome.Run, MutexOutcome> tally() {
    return RunTally.keeping(MutexOutcome::of);
  }

  @Override
  Class<MutexOutcome.Run> type() {
    return MutexOutcome.Run.class;
  }

  /** Most ask everybody, and a detector below does, too. */
  @Override
  long work(Trial<Contender> trial) {
    return trial.nodes();
  }
}
