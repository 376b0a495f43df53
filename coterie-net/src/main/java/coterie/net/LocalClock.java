package coterie.net;

/**
 * The clocks of one node, told from the clock of its loop: so that a node's may be wrong while
 * others' are not.
 */
public interface LocalClock {
  /** What the monotonic clock shows when the loop's shows that. */
  long monotonicNanos(long loopNanos);

  /** How long the loop waits until the monotonic clock has counted that much. */
  long loopDelayNanos(long delayNanos);

  /** What the wall clock shows when the loop's shows that. */
  long wallMillis(long loopNanos);

  /**
   * The loop's clock, and what this machine's wall clock shows now with the time that passes from
   * here on: who sets the clock of a machine does not move what runs on it.
   */
  static LocalClock ofMachine() {
    long startMillis = System.currentTimeMillis();
    long startNanos = System.nanoTime();
    return new LocalClock() {
      @Override
      public long monotonicNanos(long loopNanos) {
        return loopNanos;
      }

      @Override
      public long loopDelayNanos(long delayNanos) {
        return delayNanos;
      }

      @Override
      public long wallMillis(long loopNanos) {
        return startMillis + (System.nanoTime() - startNanos) / 1_000_000;
      }
    };
  }
}
