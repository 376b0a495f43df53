package coterie.net.admission;

/** How often something may be done. */
final class RateLimit {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final int most;
  private final long eachNanos;
  private long left;
  private long countedNanos;

  /** Ten times a second, and twenty times at once. */
  RateLimit() {
    this(10, 20);
  }

  RateLimit(int eachSecond, int atOnce) {
    this.most = atOnce;
    this.eachNanos = SECOND_NANOS / eachSecond;
    this.left = atOnce;
  }

  boolean take(long nowNanos) {
    long more = (nowNanos - countedNanos) / eachNanos;
    if (more > 0) {
      left = Math.min(most, left + more);
      countedNanos += more * eachNanos;
    }
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }
}
