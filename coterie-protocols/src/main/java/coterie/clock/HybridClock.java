package coterie.clock;

import java.util.function.LongSupplier;

/**
 * A logical clock whose times stay close to the true time: if one event happened before another,
 * its time is lower, and a time is ahead of the fastest wall clock in the group by little.
 *
 * <p>A time is a long: 48 bits of milliseconds since 1970, and 16 bits of counter.
 *
 * <p>S. Kulkarni, M. Demirbas, D. Madappa, B. Avva, M. Leone, "Logical physical clocks", OPODIS
 * 2014.
 */
public final class HybridClock {
  /** What the counter has room for. */
  public static final int COUNTER_BITS = 16;

  private final LongSupplier wallMillis;
  private final long driftMaxMillis;
  private long last;

  /**
   * @param wallMillis the wall clock
   * @param driftMaxMillis how far a received time may be ahead of the wall clock
   */
  public HybridClock(LongSupplier wallMillis, long driftMaxMillis) {
    this.wallMillis = wallMillis;
    this.driftMaxMillis = driftMaxMillis;
  }

  public static long time(long millis, int counter) {
    return millis << COUNTER_BITS | counter;
  }

  public static long millis(long time) {
    return time >> COUNTER_BITS;
  }

  public static int counter(long time) {
    return (int) time & (1 << COUNTER_BITS) - 1;
  }

  /** The time of the last event; 0 before the first one. */
  public long last() {
    return last;
  }

  /** The time of an event here, or of sending a message, which carries it. */
  public long now() {
    last = Math.max(last + 1, time(wallMillis.getAsLong(), 0));
    return last;
  }

  /** Whether a received time is no further ahead of the wall clock than allowed. */
  public boolean accepts(long received) {
    return received >= 0 && millis(received) - wallMillis.getAsLong() <= driftMaxMillis;
  }

  /**
   * The time of receiving a message that carries that time.
   *
   * @throws IllegalArgumentException if it is too far ahead; the clock is as before
   */
  public long receive(long received) {
    if (!accepts(received)) {
      throw new IllegalArgumentException(
          "a time %d ms ahead of this clock was received; at most %d ms are allowed"
              .formatted(millis(received) - wallMillis.getAsLong(), driftMaxMillis));
    }
    last = Math.max(last, received);
    return now();
  }

  /** Never gives a time at or below that one again: what a process knows from an earlier life. */
  public void startAfter(long time) {
    last = Math.max(last, time);
  }
}
