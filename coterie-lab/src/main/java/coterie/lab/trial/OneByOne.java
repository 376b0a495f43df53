package coterie.lab.trial;

import java.util.SortedMap;
import java.util.TreeMap;

/** A trial whose runs are done one after the other, and what they have come to so far. */
public final class OneByOne<E extends Entrant, R extends Record, O> {
  private final Trials<E, R, O> trials;
  private final Trial<E> trial;
  private final RunTally<R, O> tally;
  private final SortedMap<Long, O> alone = new TreeMap<>();

  public OneByOne(Trials<E, R, O> trials, Trial<E> trial) {
    this.trials = trials;
    this.trial = trial;
    this.tally = trials.tally();
  }

  public Trial<E> trial() {
    return trial;
  }

  /** Runs it once more; each seed counts once. */
  public void run(long seed) {
    R run = trials.run(trial, seed);
    tally.add(seed, run);
    alone.put(seed, trials.alone(seed, run));
  }

  public int runs() {
    return alone.size();
  }

  /** What each run came to by itself, by its seed. */
  public SortedMap<Long, O> alone() {
    return alone;
  }

  /** What all runs so far came to; there must be one. */
  public O outcome() {
    return tally.outcome();
  }

  /** The scenario of a run, with a place for its seed. */
  public String text(String seed) {
    return trials.text(trial, seed);
  }
}
