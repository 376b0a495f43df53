package coterie.sim;

/** How many messages went over each link: an open table of primitives, for links that are used. */
final class LinkCounts {
  private static final int EMPTY = 0;

  /** Link plus one, and its count, alternating. */
  private long[] table = new long[2 * 64];

  private int used;

  /** The count of that link before this message. */
  long next(long link) {
    int at = find(table, link + 1);
    if (table[at] == EMPTY) {
      if (++used > table.length / 4) {
        grow();
        at = find(table, link + 1);
      }
      table[at] = link + 1;
    }
    return table[at + 1]++;
  }

  private static int find(long[] table, long key) {
    int mask = table.length / 2 - 1;
    int at = (int) Mix.mix(key) & mask;
    while (table[2 * at] != EMPTY && table[2 * at] != key) {
      at = (at + 1) & mask;
    }
    return 2 * at;
  }

  private void grow() {
    long[] larger = new long[2 * table.length];
    for (int at = 0; at < table.length; at += 2) {
      if (table[at] != EMPTY) {
        int to = find(larger, table[at]);
        larger[to] = table[at];
        larger[to + 1] = table[at + 1];
      }
    }
    table = larger;
  }
}
