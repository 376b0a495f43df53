package coterie.sim.check.clock;

/**
 * All that happened before an event of a run: of every process, how many of its first events. Its
 * own process is counted up to the event itself.
 *
 * <p>There are two answers, which differ only after a message was refused, or was forgotten in a
 * crash before anybody could see what came of it. By the order of time it happened before all that
 * followed it there; but nothing that followed can know of it for sure, nor is it sure that the
 * disk has not kept something of it. So a clock is held to what surely happened before, and is not
 * blamed for what possibly did.
 */
public final class CausalPast {
  private final int process;
  private final long[] possible;

  /** The same array as the other one while all is sure, which it mostly is. */
  private final long[] sure;

  private final boolean isAllSure;

  CausalPast(int process, int size) {
    this(process, new long[size]);
  }

  private CausalPast(int process, long[] counts) {
    this.process = process;
    this.possible = counts;
    this.sure = counts;
    this.isAllSure = true;
  }

  private CausalPast(int process, long[] sure, long[] possible) {
    this.process = process;
    this.possible = possible;
    this.sure = sure;
    this.isAllSure = false;
  }

  /** The position of its process among the members. */
  public int process() {
    return process;
  }

  /** The number of the event among those of its process, from 1 on. */
  public long number() {
    return possible[process];
  }

  /** How many of the first events of a process happened before this one, or are this one. */
  public long count(int ofProcess) {
    return possible[ofProcess];
  }

  public int size() {
    return possible.length;
  }

  /** Whether it happened before the other one, and whoever made the other one knew. */
  public boolean surelyBefore(CausalPast other) {
    return other.sure[process] >= number() && !isSame(other);
  }

  /** Whether it happened before the other one by the order of time at each process. */
  public boolean possiblyBefore(CausalPast other) {
    return other.possible[process] >= number() && !isSame(other);
  }

  private boolean isSame(CausalPast other) {
    return process == other.process && number() == other.number();
  }

  /** The next event of its process. */
  CausalPast next() {
    return next(this);
  }

  /** The next event of its process, which is to hear of another one. */
  CausalPast next(CausalPast heard) {
    long[] nextPossible = higher(possible, heard.possible);
    nextPossible[process]++;
    if (isAllSure && heard.isAllSure) {
      return new CausalPast(process, nextPossible);
    }
    long[] nextSure = higher(sure, heard.sure);
    nextSure[process] = nextPossible[process];
    return new CausalPast(process, nextSure, nextPossible);
  }

  private static long[] higher(long[] some, long[] others) {
    long[] higher = some.clone();
    for (int i = 0; i < higher.length; i++) {
      higher[i] = Math.max(higher[i], others[i]);
    }
    return higher;
  }

  /** The same event, with no more that is sure than at an earlier one of its process. */
  CausalPast forgetting(CausalPast earlier) {
    long[] less = earlier.sure.clone();
    less[process] = sure[process];
    return new CausalPast(process, less, possible);
  }
}
