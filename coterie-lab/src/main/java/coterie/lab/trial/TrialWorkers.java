package coterie.lab.trial;

import coterie.lab.Progress;
import coterie.lab.campaign.RecordLine;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.Workers;
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
 * Does trials on all cores. What comes out does not depend on the number of threads, nor on which
 * run ends first.
 */
public final class TrialWorkers<E extends Entrant, R extends Record, O> {
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

  private final Trials<E, R, O> trials;

  private TrialWorkers(Trials<E, R, O> trials) {
    this.trials = trials;
  }

  public static <E extends Entrant, R extends Record, O> TrialWorkers<E, R, O> of(
      Trials<E, R, O> trials) {
    return new TrialWorkers<>(trials);
  }

  private List<Pending<E, R, O>> pending() {
    List<Pending<E, R, O>> pending = new ArrayList<>();
    trials.all().forEach(trial -> pending.add(new Pending<>(trial, trials.tally())));
    return pending;
  }

  public void run(PrintWriter err) {
    List<Pending<E, R, O>> pending = pending();
    // The longest runs come first, so that no thread is left alone with them at the end.
    pending.sort(Comparator.comparingInt((Pending<E, R, O> one) -> one.trial.nodes()).reversed());
    int seeds = trials.seeds();
    long work = pending.stream().mapToLong(one -> trials.work(one.trial)).sum() * seeds;
    try (Progress progress = Progress.on(err, work)) {
      Workers.run(
          trials.threads(),
          pending.size() * seeds,
          piece -> {
            run(pending.get(piece / seeds), trials.firstSeed() + piece % seeds);
            progress.add(trials.work(pending.get(piece / seeds).trial));
          });
    }
  }

  /** Runs a part of all: one run of each few. */
  public List<Map<String, @Nullable Object>> run(Shard shard, PrintWriter err) {
    List<Trial<E>> all = trials.all();
    int seeds = trials.seeds();
    List<Integer> own = new ArrayList<>();
    for (int piece = 0; piece < all.size() * seeds; piece++) {
      if (shard.has(piece)) {
        own.add(piece);
      }
    }
    SortedMap<Integer, Map<String, @Nullable Object>> lines = new TreeMap<>();
    try (Progress progress = Progress.on(err, own.size())) {
      Workers.run(
          trials.threads(),
          own.size(),
          index -> {
            int piece = own.get(index);
            R run = trials.run(all.get(piece / seeds), trials.firstSeed() + piece % seeds);
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
  public void fold(List<Map<String, @Nullable Object>> lines) {
    List<Pending<E, R, O>> pending = pending();
    int seeds = trials.seeds();
    for (Map<String, @Nullable Object> line : lines) {
      if (line.get("piece") instanceof Long piece && line.get("run") instanceof Map<?, ?> fields) {
        Map<String, @Nullable Object> run = new LinkedHashMap<>();
        fields.forEach((name, value) -> run.put(String.valueOf(name), value));
        ended(
            pending.get(Math.toIntExact(piece / seeds)),
            trials.firstSeed() + piece % seeds,
            RecordLine.read(trials.type(), run));
      }
    }
  }

  private void run(Pending<E, R, O> pending, long seed) {
    ended(pending, seed, trials.run(pending.trial, seed));
  }

  private void ended(Pending<E, R, O> pending, long seed, R run) {
    O alone = trials.keepsRuns() ? trials.alone(seed, run) : null;
    O outcome = pending.ended(seed, run, trials.seeds());
    synchronized (trials) {
      if (alone != null) {
        trials.keep(pending.trial, seed, alone);
      }
      if (outcome != null) {
        trials.put(pending.trial, outcome);
      }
    }
  }
}
