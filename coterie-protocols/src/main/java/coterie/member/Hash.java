package coterie.member;

/** Scatters the bits of a number (the finalizer of Steele et al., SplitMix, 2014). */
public final class Hash {
  private Hash() {}

  public static long of(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  public static long of(long first, long second) {
    return of(of(first + 0x9e3779b97f4a7c15L) ^ second);
  }
}
