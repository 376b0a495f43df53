package coterie.clock;

/**
 * A logical clock: if one event happened before another, its time is lower. The reverse does not
 * hold. Together with the node, a {@link coterie.core.Stamp}, times are a total order.
 *
 * <p>It costs one number a message. A crash makes it forget; {@link Stamps} does not.
 *
 * <p>L. Lamport, "Time, clocks, and the ordering of events in a distributed system", Communications
 * of the ACM 21(7), 1978, rules IR1 and IR2.
 */
public final class LamportClock {
  /** No group ever counts that far; a greater time does not come from a correct sender. */
  public static final long TIME_MAX = 1L << 48;

  /** No correct sender is further ahead of anybody: a wrong one could use the clock up at once. */
  public static final long JUMP_MAX = 1L << 40;

  private long time;

  /** Whether a correct sender can have sent that time, where 0 is that of no event. */
  public static boolean isPossible(long time) {
    return time >= 0 && time <= TIME_MAX;
  }

  /** Whether a time is possible, and not absurdly far ahead of this clock. */
  public boolean isNear(long sent) {
    return isPossible(sent) && sent - time <= JUMP_MAX;
  }

  /** The time of the last event; 0 before the first one. */
  public long last() {
    return time;
  }

  /** The time of an event here. */
  public long tick() {
    return ++time;
  }

  /** The time of sending a message, which carries it. */
  public long send() {
    return tick();
  }

  /**
   * The time of receiving a message that carries that time.
   *
   * @throws IllegalArgumentException if it is not {@link #isPossible}; the clock is as before
   */
  public long receive(long sent) {
    if (!isPossible(sent)) {
      throw new IllegalArgumentException(
          "a time of a Lamport clock is from 0 to %d, not %d".formatted(TIME_MAX, sent));
    }
    witness(sent);
    return tick();
  }

  /**
   * Somebody has used that time, or this process has in an earlier life; it does not count as an
   * event here.
   */
  void witness(long used) {
    time = Math.max(time, used);
  }
}
