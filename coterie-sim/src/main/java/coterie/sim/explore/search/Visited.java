package coterie.sim.explore.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * The fingerprints of all states so far, in tables by open addressing. Several threads may add at
 * once; while the tables grow, nobody may. With n states the chance that two share a fingerprint,
 * by which one of them is missed, is about n² / 2^65.
 */
final class Visited {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int PARTS = 64;
  private static final int PART_SHIFT = 58;
  private static final int FIRST_SIZE = 1 << 12;
  private static final double FULL = 0.7;

  private final long[][] parts = new long[PARTS][FIRST_SIZE];
  private final AtomicLong size = new AtomicLong();
  private long growAt = limit();

  private long limit() {
    return (long) (FULL * PARTS * parts[0].length);
  }

  /** Adds it; returns whether it is new. The sizes are counted by {@link #counted}. */
  boolean add(long fingerprint) {
    long key = fingerprint == 0 ? 1 : fingerprint;
    long[] part = parts[(int) (key >>> PART_SHIFT)];
    int mask = part.length - 1;
    int i = (int) key & mask;
    while (true) {
      long found = part[i];
      if (found == key) {
        return false;
      }
      if (found == 0) {
        found = (long) SLOT.compareAndExchange(part, i, 0L, key);
        if (found == 0) {
          return true;
        }
        if (found == key) {
          return false;
        }
      }
      i = (i + 1) & mask;
    }
  }

  /** Takes note of how many were new lately; returns how many there are. */
  long counted(int added) {
    return size.addAndGet(added);
  }

  long size() {
    return size.get();
  }

  /** Returns whether the tables are so full that they should grow before much is added. */
  boolean isFull() {
    return size.get() > growAt;
  }

  long bytes() {
    return 8L * PARTS * parts[0].length;
  }

  void grow(boolean inParallel) {
    IntStream all = IntStream.range(0, PARTS);
    (inParallel ? all.parallel() : all).forEach(i -> parts[i] = doubled(parts[i]));
    growAt = limit();
  }

  private static long[] doubled(long[] old) {
    long[] larger = new long[2 * old.length];
    int mask = larger.length - 1;
    for (long key : old) {
      if (key != 0) {
        int i = (int) key & mask;
        while (larger[i] != 0) {
          i = (i + 1) & mask;
        }
        larger[i] = key;
      }
    }
    return larger;
  }
}
