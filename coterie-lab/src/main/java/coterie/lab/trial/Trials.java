package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.lab.Progress;
import coterie.lab.campaign.RecordLine;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.Workers;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Many runs on all cores: each trial with each seed. What comes out does not depend on the number
 * of threads, nor on which run ends first.
 *
 * @param <E> what is tried
 * @param <R> what one run leaves behind
 * @param <O> what all runs of a trial came to
 */
public abstract class Trials<E extends Entrant, R extends Record, O> {
  /** How many runs there are, with which seeds, and how many of them at a time. */
  public record Effort(long firstSeed, int seeds, int threads) {}

  /** A trial whose runs are under way; what they leave behind is dropped with the last. */
  private static final class Pending<E extends Entrant, R extends Record, O> {
    private final Trial<E> trial;
    private @Nullable RunTally<R, O> tally;

    Pending(Trial<E> trial, RunTally<R, O> tally) {
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

  /** Runs a part of all: one run of each few. */
  public final List<Map<String, @Nullable Object>> run(Shard shard, PrintWriter err) {
    List<Trial<E>> trials = List.copyOf(outcomes.keySet());
    List<Integer> own = new ArrayList<>();
    for (int piece = 0; piece < trials.size() * seeds(); piece++) {
      if (shard.has(piece)) {
        own.add(piece);
      }
    }
    SortedMap<Integer, Map<String, @Nullable Object>> lines = new TreeMap<>();
    try (Progress progress = Progress.on(err, own.size())) {
      Workers.run(
          effort.threads,
          own.size(),
          index -> {
            int piece = own.get(index);
            long seed = firstSeed() + piece % seeds();
            R run = run(trials.get(piece / seeds()), seed);
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("piece", piece);
            line.put("run", RecordLine.of(run));
            synchronized (lines) {
              lines.put(piece, line);
            }
            progress.add(1);
          });
    }
    return List.copyOf(lines.values());
  }

  /** Takes what shards have run, in place of running it. */
  public final void fold(List<Map<String, @Nullable Object>> lines) {
    List<Pending<E, R, O>> pending = new ArrayList<>();
    outcomes.keySet().forEach(trial -> pending.add(new Pending<>(trial, tally())));
    for (Map<String, @Nullable Object> line : lines) {
      if (line.get("piece") instanceof Long piece && line.get("run") instanceof Map<?, ?> fields) {
        Map<String, @Nullable Object> run = new LinkedHashMap<>();
        fields.forEach((name, value) -> run.put(String.valueOf(name), value));
        ended(
            pending.get(Math.toIntExact(piece / seeds())),
            firstSeed() + piece % seeds(),
            RecordLine.read(type(), run));
      }
    }
  }

  private void run(Pending<E, R, O> pending, long seed) {
    ended(pending, seed, run(pending.trial, seed));
  }

  private void ended(Pending<E, R, O> pending, long seed, R run) {
    O outcome = pending.ended(seed, run, seeds());
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
