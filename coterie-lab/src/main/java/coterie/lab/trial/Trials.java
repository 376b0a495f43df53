package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.lab.Progress;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Many runs on all cores: each trial with each seed. What comes out does not depend on the number
 * of threads, nor on which run ends first.
 *
 * @param <E> what is tried
 * @param <R> what one run leaves behind
 * @param <O> what all runs of a trial came to
 */
public abstract class Trials<E extends Entrant, R, O> {
  /** How many runs there are, with which seeds, and how many of them at a time. */
  public record Effort(long firstSeed, int seeds, int threads) {}

  /** A trial whose runs are under way; what they leave behind is dropped with the last. */
  private static final class Pending<E extends Entrant, R, O> {
    private final Trial<E> trial;
    private @Nullable Tally<R, O> tally;

    Pending(Trial<E> trial, Tally<R, O> tally) {
      this.trial = trial;
      this.tally = tally;
    }

    /** Returns what all runs came to, if this was the last of them; null before. */
    synchronized @Nullable O ended(long seed, R run, int seeds) {
      if (tally == null || tally.add(seed, run) < seeds) {
        return null;
      }
      O outcome = tally.outcome();
      tally = null;
      return outcome;
    }
  }

  private final Recipes recipes;
  private final Effort effort;
  private final Map<Trial<E>, @Nullable O> outcomes = new LinkedHashMap<>();

  Trials(Recipes recipes, Effort effort) {
    this.recipes = recipes;
    this.effort = effort;
  }

  /** Throws where the trial cannot be run with that seed. */
  abstract Scenario scenario(Trial<E> trial, long seed);

  /** Runs it once; called by many threads. */
  abstract R run(Trial<E> trial, long seed);

  abstract Tally<R, O> tally();

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

  public final void run(PrintWriter err) {
    List<Pending<E, R, O>> pending = new ArrayList<>();
    outcomes.keySet().forEach(trial -> pending.add(new Pending<>(trial, tally())));
    // The longest runs come first, so that no thread is left alone with them at the end.
    pending.sort(Comparator.comparingInt((Pending<E, R, O> one) -> one.trial.nodes()).reversed());
    int seeds = seeds();
    long work = pending.stream().mapToLong(one -> work(one.trial)).sum() * seeds;
    try (Progress progress = Progress.on(err, work)) {
      Workers.run(
          effort.threads,
          pending.size() * seeds,
          piece -> {
            run(pending.get(piece / seeds), firstSeed() + piece % seeds);
            progress.add(work(pending.get(piece / seeds).trial));
          });
    }
  }

  private void run(Pending<E, R, O> pending, long seed) {
    O outcome = pending.ended(seed, run(pending.trial, seed), seeds());
    if (outcome != null) {
      synchronized (outcomes) {
        outcomes.put(pending.trial, outcome);
      }
    }
  }

  public final O outcome(Trial<E> trial) {
    O outcome = outcomes.get(trial);
    if (outcome == null) {
      throw new IllegalStateException("this trial was not run: " + trial);
    }
    return outcome;
  }
}
