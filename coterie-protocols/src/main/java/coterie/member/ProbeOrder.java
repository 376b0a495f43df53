package coterie.member;

/**
 * The numbers from 0 up to a size in a random order that is computed, not stored: with a shuffled
 * list for every member a simulated group would need n² places.
 *
 * <p>A Feistel network permutes the next power of four; what falls outside is sent through again
 * until it falls inside (J. Black and P. Rogaway, "Ciphers with arbitrary finite domains", 2002,
 * cycle walking), at most four times on average.
 */
public final class ProbeOrder {
  /** With four rounds some orders of ten were visibly more frequent than others. */
  private static final int ROUNDS = 8;

  private final int size;
  private final int halfBits;
  private final long key;

  public ProbeOrder(int size, long key) {
    this.size = size;
    this.key = key;
    this.halfBits = Math.max(1, (33 - Integer.numberOfLeadingZeros(Math.max(1, size - 1))) / 2);
  }

  public int size() {
    return size;
  }

  /** The number at that position; every number has exactly one. */
  public int at(int position) {
    int number = position;
    do {
      number = permute(number);
    } while (number >= size || number < 0);
    return number;
  }

  private int permute(int number) {
    int mask = (1 << halfBits) - 1;
    int left = number >>> halfBits;
    int right = number & mask;
    for (int round = 0; round < ROUNDS; round++) {
      int mixed = left ^ ((int) Hash.of(key + round, right) & mask);
      left = right;
      right = mixed;
    }
    return (left << halfBits) | right;
  }
}
