package coterie.cli;

import coterie.cli.Laboratory.Contestant;
import coterie.sim.check.Quality;
import coterie.sim.check.Suspicions;
import coterie.sim.check.Verdict;
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
 */
final class Trials {
  /** A detector with its settings, in groups of one size on one network. */
  record Trial(Contestant contestant, int nodes, double loss) {}

  /** A trial whose runs are under way; what they leave behind is dropped with the last. */
  private static final class Pending {
    private final Trial trial;
    private Outcome.@Nullable Runs runs = new Outcome.Runs();

    Pending(Trial trial) {
      this.trial = trial;
    }

    /** What all runs came to, if this was the last of so many; null before. */
    synchronized @Nullable Outcome ended(long seed, Quality quality, int seeds) {
      if (runs == null || runs.add(seed, quality) < seeds) {
        return null;
      }
      Outcome outcome = runs.outcome();
      runs = null;
      return outcome;
    }
  }

  private final Laboratory laboratory;
  private final Recipes recipes;
  private final long firstSeed;
  private final int seeds;
  private final int threads;
  private final Map<Trial, @Nullable Outcome> outcomes = new LinkedHashMap<>();

  Trials(Laboratory laboratory, Recipes recipes, long firstSeed, int seeds, int threads) {
    this.laboratory = laboratory;
    this.recipes = recipes;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
    this.threads = threads;
  }

  Laboratory laboratory() {
    return laboratory;
  }

  long firstSeed() {
    return firstSeed;
  }

  int seeds() {
    return seeds;
  }

  /** Adds a trial, after a look at whether it can be run; the same one is run once. */
  void add(Trial trial) {
    LaboratoryFlags.check(trial.contestant, trial.nodes);
    laboratory.scenario(trial.contestant, recipes, trial.nodes, trial.loss, firstSeed);
    outcomes.put(trial, null);
  }

  void run(PrintWriter err) {
    List<Pending> pending = new ArrayList<>();
    outcomes.keySet().forEach(trial -> pending.add(new Pending(trial)));
    // The longest runs come first, so that no thread is left alone with them at the end.
    pending.sort(Comparator.comparingInt((Pending one) -> one.trial.nodes).reversed());
    long work = pending.stream().mapToLong(one -> work(one.trial)).sum() * seeds;
    try (Progress progress = Progress.on(err, work)) {
      Workers.run(
          threads,
          pending.size() * seeds,
          piece -> {
            run(pending.get(piece / seeds), firstSeed + piece % seeds);
            progress.add(work(pending.get(piece / seeds).trial));
          });
    }
  }

  private void run(Pending pending, long seed) {
    Outcome outcome = pending.ended(seed, run(pending.trial, seed), seeds);
    if (outcome != null) {
      synchronized (outcomes) {
        outcomes.put(pending.trial, outcome);
      }
    }
  }

  Outcome outcome(Trial trial) {
    Outcome outcome = outcomes.get(trial);
    if (outcome == null) {
      throw new IllegalStateException("this trial was not run: " + trial);
    }
    return outcome;
  }

  private Quality run(Trial trial, long seed) {
    Contestant contestant = trial.contestant;
    Scenario scenario = laboratory.scenario(contestant, recipes, trial.nodes, trial.loss, seed);
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    Suspicions suspicions = new Suspicions(run.simulation(), Verdict.of(contestant.recipe()));
    run.simulation().runUntil(scenario.untilNanos());
    return suspicions.quality();
  }

  /** About how long a run takes, compared with others: between N and N squared messages. */
  private static long work(Trial trial) {
    return trial.nodes;
  }
}
