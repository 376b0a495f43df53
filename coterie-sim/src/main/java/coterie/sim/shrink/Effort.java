package coterie.sim.shrink;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** How many tries shrinking may take, and how many it has taken. */
public final class Effort {
  private final long triesMax;
  private final BooleanSupplier isLate;
  private final LongConsumer watcher;
  private long tries;
  private boolean isSpent;

  /**
   * Allows tries.
   *
   * @param triesMax at most that many
   * @param isLate whether the time is over, asked before each try
   * @param watcher is told how many tries there were, after each
   */
  public Effort(long triesMax, BooleanSupplier isLate, LongConsumer watcher) {
    this.triesMax = triesMax;
    this.isLate = isLate;
    this.watcher = watcher;
  }

  /** Allows that many tries, however long they take. */
  public static Effort ofTries(long triesMax) {
    return new Effort(triesMax, () -> false, tries -> {});
  }

  /** Returns whether there may be one more try, and counts it. */
  boolean spend() {
    isSpent = isSpent || tries >= triesMax || isLate.getAsBoolean();
    if (!isSpent) {
      tries++;
      watcher.accept(tries);
    }
    return !isSpent;
  }

  /** Returns how many tries there were. */
  public long tries() {
    return tries;
  }

  /** Returns whether a try was refused, so that the result may not be minimal. */
  public boolean isSpent() {
    return isSpent;
  }
}
