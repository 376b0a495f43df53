package coterie.sim;

/** A stream of random numbers that starts from its keys. */
final class RandomStream {
  private long state;

  RandomStream(long state) {
    this.state = state;
  }

  long next() {
    state += Mix.GOLDEN;
    return Mix.mix(state);
  }

  /** A number below the bound, every one equally likely (Lemire 2019: multiply, rarely reject). */
  long below(long bound) {
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
