package coterie.web.jdk;

/** Methods of {@link Math} that the browser's class library lacks. */
public final class MathCalls {
  private static final long LOW = 0xFFFFFFFFL;

  private MathCalls() {}

  /** Returns the upper half of the product of two signed numbers. */
  public static long multiplyHigh(long a, long b) {
    return unsignedMultiplyHigh(a, b) - ((a >> 63) & b) - ((b >> 63) & a);
  }

  /**
   * Returns the upper half of the product of two unsigned numbers, from four products of halves.
   */
  public static long unsignedMultiplyHigh(long a, long b) {
    long low = (a & LOW) * (b & LOW);
    long cross = (a >>> 32) * (b & LOW) + (low >>> 32);
    long other = (a & LOW) * (b >>> 32) + (cross & LOW);
    return (a >>> 32) * (b >>> 32) + (cross >>> 32) + (other >>> 32);
  }
}
