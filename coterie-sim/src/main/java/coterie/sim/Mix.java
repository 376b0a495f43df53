package coterie.sim;

/** Random bits as pure functions of their keys (the finalizer of Steele et al., SplitMix, 2014). */
final class Mix {
  static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private Mix() {}

  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  static long mix(long seed, long key) {
    return mix(mix(seed + GOLDEN) ^ (key + 1) * GOLDEN);
  }

  static long mix(long seed, long key, long other) {
    return mix(mix(seed, key), other);
  }

  /** A number from 0 to 1, without 1. */
  static double fraction(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }
}
