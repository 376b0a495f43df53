package coterie.net.packet;

import java.util.Arrays;

/**
 * Which numbers of a growing series have been seen: all are remembered that are at most 255 below
 * the highest. What is older counts as seen. The sliding window of RFC 4303, section 3.4.3, with
 * words for bits.
 */
final class ReplayWindow {
  static final int SIZE = 256;

  private final long[] bits = new long[SIZE / Long.SIZE];
  private long highest = -1;

  boolean hasSeen(long number) {
    if (number > highest) {
      return false;
    }
    return highest - number >= SIZE || (bits[word(number)] & bit(number)) != 0;
  }

  /** Whether it is the highest so far. */
  boolean see(long number) {
    if (number <= highest) {
      bits[word(number)] |= bit(number);
      return false;
    }
    forget(number);
    highest = number;
    bits[word(number)] |= bit(number);
    return true;
  }

  /** The places of numbers that fall out belong to those between the old and the new highest. */
  private void forget(long number) {
    if (number - highest >= SIZE) {
      Arrays.fill(bits, 0);
      return;
    }
    for (long next = highest + 1; next <= number; next++) {
      bits[word(next)] &= ~bit(next);
    }
  }

  private static int word(long number) {
    return (int) (number >>> 6) & (SIZE / Long.SIZE - 1);
  }

  private static long bit(long number) {
    return 1L << number;
  }
}
