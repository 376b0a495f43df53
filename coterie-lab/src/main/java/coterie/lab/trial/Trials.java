package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Many runs: each trial with each seed. {@link TrialWorkers} does them on all cores, {@link
 * OneByOne} one after the other, where there are no threads.
 *
 * @param <E> what is tried
 * @param <R> what one run leaves behind
 * @param <O> what all runs of a trial came to
 */
public abstract class Trials<E extends Entrant, R extends Record, O> {
  /** How many runs there are, with which seeds, and how many of them at a time. */
  public record Effort(long firstSeed, int seeds, int threads) {}

  private final Recipes recipes;
  private final Effort effort;
  private final Map<Trial<E>, @Nullable O> outcomes = new LinkedHashMap<>();
  private final Map<Trial<E>, SortedMap<Long, O>> kept = new LinkedHashMap<>();
  private int keptMost;

  Trials(Recipes recipes, Effort effort) {
    this.recipes = recipes;
    this.effort = effort;
  }

  /** Throws where the trial cannot be run with that seed. */
  abstract Scenario scenario(Trial<E> trial, long seed);

  /**
   * The statements of the scenario.
   *
   * @param seed a seed, or what stands in its place
   */
  public abstract String text(Trial<E> trial, String seed);

  /** Runs it once; may be called by many threads. */
  abstract R run(Trial<E> trial, long seed);

  abstract RunTally<R, O> tally();

  /** The class of what one run leaves behind. */
  abstract Class<R> type();

  /** About how long a run takes, compared with others. */
  abstract long work(Trial<E> trial);

  final Recipes recipes() {
    return recipes;
  }

  /** The run of a scenario, before it starts. */
  final ScenarioRun of(Scenario scenario) {
    return new ScenarioRun(scenario, recipes);
  }

  public final long firstSeed() {
    return effort.firstSeed;
  }

  public final int seeds() {
    return effort.seeds;
  }

  /** How many runs there are, in words. */
  public final String runs(long lengthNanos) {
    String length = TimeText.format(lengthNanos);
    return seeds() == 1
        ? "1 run of %s s, with seed %d".formatted(length, firstSeed())
        : "%d runs of %s s each, with seeds from %d on".formatted(seeds(), length, firstSeed());
  }

  /** Adds a trial, after a look at whether it can be run; the same one is run once. */
  public final void add(Trial<E> trial) {
    Entrants.check(trial.entrant(), trial.nodes());
    scenario(trial, firstSeed());
    outcomes.put(trial, null);
  }

  /** All trials, in the order in which they were added. */
  public final List<Trial<E>> all() {
    return List.copyOf(outcomes.keySet());
  }

  /**
   * Keeps what single runs came to, the first of each trial, for charts that show them.
   *
   * @param most how many of each trial
   */
  public final void keepRuns(int most) {
    keptMost = most;
  }

  final boolean keepsRuns() {
    return keptMost > 0;
  }

  /** What a run comes to by itself. */
  final O alone(long seed, R run) {
    RunTally<R, O> one = tally();
    one.add(seed, run);
    return one.outcome();
  }

  final void keep(Trial<E> trial, long seed, O alone) {
    if (seed - firstSeed() < keptMost) {
      kept.computeIfAbsent(trial, key -> new TreeMap<>()).put(seed, alone);
    }
  }

  /** What single runs of a trial came to, by their seeds, as far as they were kept. */
  public final SortedMap<Long, O> kept(Trial<E> trial) {
    return kept.getOrDefault(trial, new TreeMap<>());
  }

  final int threads() {
    return effort.threads;
  }

  /** Takes what all runs of a trial came to. */
  final void put(Trial<E> trial, O outcome) {
    outcomes.put(trial, outcome);
  }

  public final O outcome(Trial<E> trial) {
    O outcome = outcomes.get(trial);
    if (outcome == null) {
      throw new IllegalStateException("this trial was not run: " + trial);
    }
    return outcome;
  }
}
