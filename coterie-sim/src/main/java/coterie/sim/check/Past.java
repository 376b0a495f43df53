package coterie.sim.check;

/**
 * All that happened before an event of a run: of every process, how many of its first events. Its
 * own process is counted up to the event itself.
 */
public final class Past {
  private final int process;
  private final long[] counts;

  Past(int process, long[] counts) {
    this.process = process;
    this.counts = counts;
  }

  /** The position of its process among the members. */
  public int process() {
    return process;
  }

  /** The number of the event among those of its process, from 1 on. */
  public long number() {
    return counts[process];
  }

  /** How many of the first events of a process happened before this one, or are this one. */
  public long count(int ofProcess) {
    return counts[ofProcess];
  }

  public int size() {
    return counts.length;
  }

  public boolean happenedBefore(Past other) {
    boolean isKnown = other.counts[process] >= counts[process];
    return isKnown && !(process == other.process && number() == other.number());
  }

  /** What one knows who knows both, as the next event of this one's process. */
  Past next(Past heard) {
    long[] merged = counts.clone();
    for (int i = 0; i < merged.length; i++) {
      merged[i] = Math.max(merged[i], heard.counts[i]);
    }
    merged[process]++;
    return new Past(process, merged);
  }

  Past next() {
    long[] next = counts.clone();
    next[process]++;
    return new Past(process, next);
  }
}
