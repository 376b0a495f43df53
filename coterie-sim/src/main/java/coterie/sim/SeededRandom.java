package coterie.sim;

/** A stream of random numbers, the same on every machine for the same seed and key. */
public final class SeededRandom {
  private long state;

  SeededRandom(long state) {
    this.state = state;
  }

  /**
   * @param key tells streams of one seed apart
   */
  public SeededRandom(long seed, long key) {
    this(Mix.mix(seed, key));
  }

  /** The next 64 random bits. */
  public long next() {
    state += Mix.GOLDEN;
    return Mix.mix(state);
  }

  /** A number below the bound, every one equally likely (Lemire 2019: multiply, rarely reject). */
  public long below(long bound) {
    long bits = next();
    long low = bits * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      long threshold = Long.remainderUnsigned(-bound, bound);
      while (Long.compareUnsigned(low, threshold) < 0) {
        bits = next();
        low = bits * bound;
      }
    }
    return Math.unsignedMultiplyHigh(bits, bound);
  }
}
