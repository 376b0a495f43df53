package coterie.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What really happened before what in a history, from its processes and messages alone: every event
 * has the set of all that lie before it. Clocks are measured against it.
 */
final class HappenedBefore {
  static final int NOTHING = -1;

  private final List<BitSet> pasts = new ArrayList<>();
  private final int[] lasts;

  HappenedBefore(int processes) {
    lasts = new int[processes];
    Arrays.fill(lasts, NOTHING);
  }

  /** The next event of a process, with the sending of what it receives there, or nothing. */
  int add(int process, int sending) {
    BitSet past = new BitSet();
    for (int before : new int[] {lasts[process], sending}) {
      if (before != NOTHING) {
        past.or(pasts.get(before));
        past.set(before);
      }
    }
    lasts[process] = pasts.size();
    pasts.add(past);
    return lasts[process];
  }

  int size() {
    return pasts.size();
  }

  boolean isBefore(int one, int other) {
    return pasts.get(other).get(one);
  }

  /** How two events stand to each other. */
  Order order(int one, int other) {
    if (one == other) {
      return Order.EQUAL;
    }
    if (isBefore(one, other)) {
      return Order.BEFORE;
    }
    return isBefore(other, one) ? Order.AFTER : Order.CONCURRENT;
  }
}
