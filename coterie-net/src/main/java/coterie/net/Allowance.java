package coterie.net;

/** How often something may be done: ten times a second, and twenty times at once. */
final class Allowance {
  private static final int MOST = 20;
  private static final long EACH_NANOS = 100_000_000;

  private long left = MOST;
  private long countedNanos;

  boolean take(long nowNanos) {
    long more = (nowNanos - countedNanos) / EACH_NANOS;
    if (more > 0) {
      left = Math.min(MOST, left + more);
      countedNanos += more * EACH_NANOS;
    }
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }
}
