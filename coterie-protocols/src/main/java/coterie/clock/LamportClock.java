package coterie.clock;

/**
 * A logical clock: if one event happened before another, its time is lower. The reverse does not
 * hold. Together with the node, a {@link coterie.core.Stamp}, times are a total order.
 *
 * <p>L. Lamport, "Time, clocks, and the ordering of events in a distributed system", Communications
 * of the ACM 21(7), 1978, rules IR1 and IR2.
 */
public final class LamportClock {
  private long time;

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

  /** The time of receiving a message that carries that time. */
  public long receive(long sent) {
    time = Math.max(time, sent);
    return tick();
  }
}
