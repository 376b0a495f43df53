package coterie.sim.check.mutex;

import coterie.sim.check.mutex.Entries.Overlaps;
import coterie.sim.statistics.Samples;

/**
 * A run of a mutual exclusion in numbers.
 *
 * @param requests how often a process asked
 * @param entries how often one entered
 * @param messages of the mutual exclusion's own family, all of them
 * @param waits from asking to entering, of all who have entered
 * @param syncDelays from one that released the lock to the next one that entered, where somebody
 *     waited for it the whole time
 * @param fairness see {@link #jain(long...)}; not a number if nobody has entered
 * @param throughput entries in a second
 * @param waitingAtEnd how many still wait
 * @param waitingLongestNanos how long the longest of them has
 * @param gaveUp requests that ended without an entry, apart from crashes
 * @param lost entries that did not end by the process's own wish, apart from crashes
 * @param crashedInside entries that a crash ended
 */
public record EntryFigures(
    long requests,
    long entries,
    long messages,
    Samples waits,
    Samples syncDelays,
    double fairness,
    double throughput,
    long waitingAtEnd,
    long waitingLongestNanos,
    long gaveUp,
    long lost,
    long crashedInside,
    Overlaps overlaps,
    long mistakes,
    boolean isExcused) {

  /** All messages of the family, divided by the entries; not a number if there was none. */
  public double messagesPerEntry() {
    return entries == 0 ? Double.NaN : (double) messages / entries;
  }

  /** The longest that anybody has waited, with or without success. */
  public long longestWaitNanos() {
    return Math.max(waitingLongestNanos, waits.isEmpty() ? 0 : waits.max());
  }

  /**
   * Jain's index of fairness: (sum x)² / (k sum x²), from 1/k, where one of k gets everything, to
   * 1, where all get the same (Jain, Chiu, Hawe: A Quantitative Measure of Fairness and
   * Discrimination for Resource Allocation in Shared Computer Systems, DEC-TR-301, 1984).
   *
   * @param shares how often each of those who asked has entered
   */
  static double jain(long... shares) {
    double sum = 0;
    double squares = 0;
    for (long share : shares) {
      sum += share;
      squares += (double) share * share;
    }
    return squares == 0 ? Double.NaN : sum * sum / (shares.length * squares);
  }
}
