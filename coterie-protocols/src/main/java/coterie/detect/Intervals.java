package coterie.detect;

import java.util.Arrays;

/**
 * The last intervals between arrivals, with their mean and deviation in constant time.
 *
 * <p>The running sums are integers and exact, that of the squares in 128 bits: what goes out of the
 * window leaves no trace, and the variance suffers no cancellation however small it is beside the
 * mean. Sums of floating-point numbers would drift.
 */
public final class Intervals {
  /** 104 days. With it the sums of 1,000 fit, times their number, in 127 bits. */
  private static final long LONGEST_NANOS = 1L << 53;

  public static final int COUNT_MAX = 1_000;

  private static final int FIRST_LENGTH = 8;
  private static final double TWO_TO_64 = 0x1p64;

  private final int capacity;
  private long[] ring;
  private int head;
  private int count;
  private long sum;
  private long squaresHigh;
  private long squaresLow;

  public Intervals(int capacity) {
    this.capacity = capacity;
    this.ring = new long[Math.min(capacity, FIRST_LENGTH)];
  }

  public void add(long intervalNanos) {
    long interval = Math.min(Math.max(intervalNanos, 0), LONGEST_NANOS);
    if (count == capacity) {
      long oldest = ring[head];
      sum -= oldest;
      long low = oldest * oldest;
      squaresHigh -= Math.multiplyHigh(oldest, oldest) + borrow(squaresLow, low);
      squaresLow -= low;
    } else {
      makeRoom();
      count++;
    }
    ring[head] = interval;
    head = head + 1 == capacity ? 0 : head + 1;
    sum += interval;
    long low = interval * interval;
    squaresLow += low;
    squaresHigh += Math.multiplyHigh(interval, interval) + borrow(squaresLow, low);
  }

  public int count() {
    return count;
  }

  public double meanNanos() {
    return (double) sum / count;
  }

  /** The deviation of the intervals themselves, not an estimate for what they were drawn from. */
  public double deviationNanos() {
    // The variance times the square of the count: count * squares - sum * sum, never negative.
    long low = squaresLow * count;
    long high = squaresHigh * count + Math.unsignedMultiplyHigh(squaresLow, count);
    long sumLow = sum * sum;
    high -= Math.multiplyHigh(sum, sum) + borrow(low, sumLow);
    low -= sumLow;
    return Math.sqrt(high * TWO_TO_64 + unsigned(low)) / count;
  }

  /** Most groups live shorter than their window is long, so it grows as it fills. */
  private void makeRoom() {
    if (count == ring.length) {
      ring = Arrays.copyOf(ring, Math.min(capacity, 2 * ring.length));
    }
  }

  /** One if subtracting takes more than there is; also the carry, asked of sum and summand. */
  private static long borrow(long from, long what) {
    return Long.compareUnsigned(from, what) < 0 ? 1 : 0;
  }

  private static double unsigned(long value) {
    return value >= 0 ? value : (value >>> 11) * 0x1p11 + (value & 0x7ff);
  }
}
