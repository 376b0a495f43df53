package coterie.member.cast;

import java.util.Arrays;

/** Which events of one origin were heard: those of its latest life, the last ones one by one. */
final class Heard {
  /** A multiple of 64. */
  static final int WINDOW = 256;

  private final long[] seen = new long[WINDOW / Long.SIZE];
  private long life;
  private long highest;
  private long atNanos;

  /**
   * Returns whether it had not been heard; it counts as heard from now on. What is too old to know
   * counts as heard.
   */
  boolean isNew(long ofLife, long number, long nowNanos) {
    atNanos = nowNanos;
    if (ofLife < life) {
      return false;
    }
    if (ofLife > life) {
      life = ofLife;
      highest = 0;
      Arrays.fill(seen, 0);
    }
    if (number > highest) {
      advance(number);
    } else if (highest - number >= WINDOW || isSeen(number)) {
      return false;
    }
    seen[word(number)] |= 1L << number;
    return true;
  }

  private void advance(long number) {
    // By how many are left: the number may be the greatest that there is, and none is above it.
    for (long left = Math.min(number - highest, WINDOW); left > 0; left--) {
      long cleared = number - left + 1;
      seen[word(cleared)] &= ~(1L << cleared);
    }
    highest = number;
  }

  private boolean isSeen(long number) {
    return (seen[word(number)] & 1L << number) != 0;
  }

  private static int word(long number) {
    return (int) (number / Long.SIZE % (WINDOW / Long.SIZE));
  }

  boolean isOlder(long nowNanos, long ageNanos) {
    return nowNanos - atNanos >= ageNanos;
  }
}
