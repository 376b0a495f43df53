package coterie.web.jdk.java.util;

/**
 * Draws the numbers that the JDK's class draws from the same seed. The generator is SplitMix64
 * (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figures 16 and
 * 17); the constants of the mixing are those that the JDK documents. Nobody here splits one.
 */
public final class WebSplittableRandom {
  /** The golden ratio of 64 bits, made odd. */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  public WebSplittableRandom(long seed) {
    state = seed;
  }

  /** Draws any number. */
  public long nextLong() {
    long mixed = step();
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** Draws any number. */
  public int nextInt() {
    long mixed = step();
    mixed = (mixed ^ (mixed >>> 33)) * 0x62A9D9ED799705F5L;
    mixed = (mixed ^ (mixed >>> 28)) * 0xCB24D0A5C88C35B3L;
    return (int) (mixed >>> 32);
  }

  /** Draws a number from 0 up to below the bound. */
  public long nextLong(long bound) {
    refuseUnlessPositive(bound);
    long drawn = nextLong();
    if ((bound & (bound - 1)) == 0) {
      return drawn & (bound - 1);
    }
    long half = drawn >>> 1;
    // The last, incomplete stretch of that length would make its numbers more likely.
    while (half - half % bound > Long.MAX_VALUE - (bound - 1)) {
      half = nextLong() >>> 1;
    }
    return half % bound;
  }

  /** Draws a number from 0 up to below the bound. */
  public int nextInt(int bound) {
    refuseUnlessPositive(bound);
    int drawn = nextInt();
    if ((bound & (bound - 1)) == 0) {
      return drawn & (bound - 1);
    }
    int half = drawn >>> 1;
    while (half - half % bound > Integer.MAX_VALUE - (bound - 1)) {
      half = nextInt() >>> 1;
    }
    return half % bound;
  }

  private long step() {
    state += STEP;
    return state;
  }

  private static void refuseUnlessPositive(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("the bound is %d; give one above 0".formatted(bound));
    }
  }
}
