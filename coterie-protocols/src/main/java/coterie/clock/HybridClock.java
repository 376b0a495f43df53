package coterie.clock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * A logical clock whose times stay close to the true time: if one event happened before another,
 * its time is lower, and a time is ahead of the fastest wall clock in the group by little. Any
 * number of threads may share one clock: no two readings give the same time, and who has heard of a
 * time gets a greater one. It never waits and takes no lock.
 *
 * <p>A time is a long that is never negative: 48 bits of milliseconds since 1970, of which the
 * highest is 0, and 16 bits of counter. Plain comparison of longs is the order of times. Two clocks
 * may give the same time; with the node, a {@link coterie.core.Stamp}, times are a total order. The
 * text form is that of {@link HybridText}.
 *
 * <p>The counter does not wrap. The paper leaves open what happens when it is full; here the next
 * event is given the next millisecond. So a wall clock that does not move, or has gone back, lets
 * the time run ahead of it by one millisecond in 65,536 events, and that is all it costs.
 *
 * <p>It assumes that wall clocks in the group differ by less than the configured drift; a time that
 * is further ahead is refused, or else one clock that is wrong by a year would drag all others
 * along. A wall clock before 1970 counts as 0, one beyond the year 4199 as stopped there.
 *
 * <p>S. Kulkarni, M. Demirbas, D. Madappa, B. Avva, M. Leone, "Logical physical clocks", OPODIS
 * 2014, figure 5.
 */
public final class HybridClock {
  /** What the counter has room for. */
  public static final int COUNTER_BITS = 16;

  /** The greatest counter. */
  public static final int COUNTER_MAX = (1 << COUNTER_BITS) - 1;

  /** The last millisecond that a time can say, in the year 6429. */
  public static final long MILLIS_MAX = Long.MAX_VALUE >> COUNTER_BITS;

  /** What {@link #tryReceive} returns for a time that is not accepted. */
  public static final long REFUSED = -1;

  /**
   * The last millisecond at which a wall clock is believed: all that can be counted from there on
   * does not fill the other half, so that times never overflow.
   */
  private static final long WALL_MAX = MILLIS_MAX / 2;

  /** The largest drift that can be allowed, more than a thousand years. */
  private static final long DRIFT_MAX = WALL_MAX / 2;

  private static final VarHandle LAST = handleOfLast();

  private final LongSupplier wallMillis;
  private final long driftMaxMillis;
  private volatile long last;

  /**
   * @param wallMillis the wall clock; if threads share this clock they call it at the same time
   * @param driftMaxMillis how far a received time may be ahead of the wall clock, inclusive
   */
  public HybridClock(LongSupplier wallMillis, long driftMaxMillis) {
    if (driftMaxMillis < 0 || driftMaxMillis > DRIFT_MAX) {
      throw new IllegalArgumentException(
          "a hybrid clock allows for a drift of 0 to %d ms, not %d"
              .formatted(DRIFT_MAX, driftMaxMillis));
    }
    this.wallMillis = wallMillis;
    this.driftMaxMillis = driftMaxMillis;
  }

  public static long time(long millis, int counter) {
    if (millis < 0 || millis > MILLIS_MAX || counter < 0 || counter > COUNTER_MAX) {
      throw new IllegalArgumentException(
          "a hybrid time has 0 to %d milliseconds and a counter of 0 to %d, not %d and %d"
              .formatted(MILLIS_MAX, COUNTER_MAX, millis, counter));
    }
    return millis << COUNTER_BITS | counter;
  }

  public static long millis(long time) {
    return time >> COUNTER_BITS;
  }

  public static int counter(long time) {
    return (int) time & COUNTER_MAX;
  }

  /** No event was given a higher time; 0 before the first one. */
  public long last() {
    return last;
  }

  /** The time of an event here, or of sending a message, which carries it. */
  public long now() {
    return reach(believedMillis() << COUNTER_BITS);
  }

  /** Whether a received time is no further ahead of the wall clock than allowed. */
  public boolean accepts(long received) {
    return isNear(received, believedMillis());
  }

  /**
   * The time of receiving a message that carries that time.
   *
   * @throws IllegalArgumentException if it is too far ahead; the clock is as before
   */
  public long receive(long received) {
    long wall = believedMillis();
    if (!isNear(received, wall)) {
      throw new IllegalArgumentException(refusal(received, wall));
    }
    return receive(received, wall);
  }

  /**
   * The same for a protocol, for which a bad packet must not throw.
   *
   * @return {@link #REFUSED} if it is too far ahead; the clock is as before
   */
  public long tryReceive(long received) {
    long wall = believedMillis();
    return isNear(received, wall) ? receive(received, wall) : REFUSED;
  }

  /** Why that time would be refused now, as a sentence. */
  public String refusal(long received) {
    return refusal(received, believedMillis());
  }

  /** Never gives a time at or below that one again: what a process knows from an earlier life. */
  public void startAfter(long time) {
    if (time < 0 || millis(time) > WALL_MAX + DRIFT_MAX) {
      throw new IllegalArgumentException(
          "a clock starts after a time of 0 to %d ms, not %d"
              .formatted(WALL_MAX + DRIFT_MAX, millis(time)));
    }
    long seen = last;
    while (seen < time && !LAST.compareAndSet(this, seen, time)) {
      seen = last;
    }
  }

  /**
   * The cases of the paper are one maximum when milliseconds and counter are one number: the time
   * is above the last one and the received one, and not below the wall clock.
   */
  private long receive(long received, long wall) {
    return reach(Math.max(received + 1, wall << COUNTER_BITS));
  }

  /**
   * A time that nobody was given, above all that were given before this call, and not below the
   * least one.
   *
   * <p>The last time is only ever changed in one atomic step, and only upwards; and what is
   * returned is what this very step has written. So no time is given twice, and a thread that has
   * read its wall clock long ago cannot turn the time back. To add first, and to look at the wall
   * clock afterwards, takes one atomic step in nearly all cases, however many threads there are; a
   * loop that looks, computes and swaps would have to begin anew whenever another thread comes in
   * between. Where the wall clock is ahead, the added time is given to nobody.
   */
  private long reach(long least) {
    long next = (long) LAST.getAndAdd(this, 1L) + 1;
    assert next > 0 && least >= 0 : "the believed wall clock leaves room for all counting";
    return next >= least ? next : leap(next, least);
  }

  private long leap(long from, long least) {
    long seen = from;
    while (seen < least) {
      if (LAST.compareAndSet(this, seen, least)) {
        return least;
      }
      seen = last;
    }
    return (long) LAST.getAndAdd(this, 1L) + 1;
  }

  private long believedMillis() {
    return Math.clamp(wallMillis.getAsLong(), 0L, WALL_MAX);
  }

  private boolean isNear(long received, long wall) {
    return received >= 0 && millis(received) - wall <= driftMaxMillis;
  }

  private String refusal(long received, long wall) {
    return received < 0
        ? "a time below 0 was received, which no clock gives"
        : "a time %d ms ahead of this clock was received; at most %d ms are allowed"
            .formatted(millis(received) - wall, driftMaxMillis);
  }

  private static VarHandle handleOfLast() {
    try {
      return MethodHandles.lookup().findVarHandle(HybridClock.class, "last", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
