package coterie.lab.trial;

/**
 * The numbers of {@link java.util.SplittableRandom}, which browsers lack (Steele, Lea, Flood: Fast
 * splittable pseudorandom number generators, OOPSLA 2014; with Stafford's mixes 13 and 4).
 */
final class SplitMix {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  SplitMix(long seed) {
    this.state = seed;
  }

  private long next64() {
    state += GAMMA;
    long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private int next32() {
    state += GAMMA;
    long z = (state ^ (state >>> 33)) * 0x62a9d9ed799705f5L;
    return (int) (((z ^ (z >>> 28)) * 0xcb24d0a5c88c35b3L) >>> 32);
  }

  /**
   * A number below the bound, every one equally likely: the rest of what does not divide is cut.
   */
  long nextLong(long bound) {
    if (Long.bitCount(bound) == 1) {
      return next64() & (bound - 1);
    }
    long bits = next64() >>> 1;
    while (bits + (bound - 1) - bits % bound < 0) {
      bits = next64() >>> 1;
    }
    return bits % bound;
  }

  /** The same with half the bits. */
  int nextInt(int bound) {
    if (Integer.bitCount(bound) == 1) {
      return next32() & (bound - 1);
    }
    int bits = next32() >>> 1;
    while (bits + (bound - 1) - bits % bound < 0) {
      bits = next32() >>> 1;
    }
    return bits % bound;
  }
}
