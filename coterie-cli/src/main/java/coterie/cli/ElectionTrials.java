package coterie.cli;

import coterie.cli.ElectionLaboratory.Trial;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Many runs on all cores: each trial with each seed. What comes out does not depend on the number
 * of threads, nor on which run ends first.
 */
final class ElectionTrials {
  private final ElectionLaboratory laboratory;
  private final Recipes recipes;
  private final long firstSeed;
  private final int seeds;
  private final int threads;
  private final Map<Trial, @Nullable ElectionOutcome> outcomes = new LinkedHashMap<>();

  ElectionTrials(
      ElectionLaboratory laboratory, Recipes recipes, long firstSeed, int seeds, int threads) {
    this.laboratory = laboratory;
    this.recipes = recipes;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
    this.threads = threads;
  }

  ElectionLaboratory laboratory() {
    return laboratory;
  }

  long firstSeed() {
    return firstSeed;
  }

  int seeds() {
    return seeds;
  }

  /** Adds a trial, after a look at whether it can be run. */
  void add(Trial trial) {
    LaboratoryFlags.check(trial.candidate(), trial.nodes());
    laboratory.scenario(trial, recipes, firstSeed);
    outcomes.put(trial, null);
  }

  void run(PrintWriter err) {
    List<Trial> trials = new ArrayList<>(outcomes.keySet());
    // The longest runs come first, so that no thread is left alone with them at the end.
    trials.sort(Comparator.comparingInt(Trial::nodes).reversed());
    ElectionRun.Result[] results = new ElectionRun.Result[trials.size() * seeds];
    long work = trials.stream().mapToLong(ElectionTrials::work).sum() * seeds;
    try (Progress progress = Progress.on(err, work)) {
      Workers.run(
          threads,
          results.length,
          piece -> {
            Trial trial = trials.get(piece / seeds);
            long seed = firstSeed + piece % seeds;
            results[piece] = new ElectionRun(laboratory, trial, recipes, seed).run();
            progress.add(work(trial));
          });
    }
    for (int i = 0; i < trials.size(); i++) {
      List<ElectionRun.Result> ofOne = Arrays.asList(results).subList(i * seeds, (i + 1) * seeds);
      outcomes.put(trials.get(i), ElectionOutcome.of(ofOne));
    }
  }

  ElectionOutcome outcome(Trial trial) {
    ElectionOutcome outcome = outcomes.get(trial);
    if (outcome == null) {
      throw new IllegalStateException("this trial was not run: " + trial);
    }
    return outcome;
  }

  /** About how long a run takes, compared with others: a detector below sends to all. */
  private static long work(Trial trial) {
    return (long) trial.nodes() * trial.nodes();
  }
}
