package coterie.sim.explore.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The fingerprints of all states so far, in tables by open addressing: the highest bits say which
 * table, the lowest ones which place. Several threads may add at once; while the tables grow,
 * nobody may. With n states the chance that two share a fingerprint, by which one of them is
 * missed, is about n² / 2^65.
 *
 * <p>Small tables are made larger, and large ones are split, since that leaves nothing to collect.
 */
final class Visited {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int FIRST_PARTS = 6;
  private static final int FIRST_SIZE = 1 << 12;
  private static final int SIZE_MAX = 1 << 16;
  private static final double FULL = 0.7;

  private final AtomicLong size = new AtomicLong();
  private long[][] parts = new long[1 << FIRST_PARTS][FIRST_SIZE];
  private int shift = Long.SIZE - FIRST_PARTS;
  private long growAt = limit();

  /** What is being filled while the tables grow. */
  private long[][] larger = parts;

  private long limit() {
    return (long) (FULL * slots());
  }

  private long slots() {
    return (long) parts.length * parts[0].length;
  }

  private static long key(long fingerprint) {
    return fingerprint == 0 ? 1 : fingerprint;
  }

  /** Adds it; returns whether it is new. The sizes are counted by {@link #counted}. */
  boolean add(long fingerprint) {
    long key = key(fingerprint);
    long[] part = parts[(int) (key >>> shift)];
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

  /**
   * Looks at the places of these, so that memory brings them all at once, and {@link #add} need not
   * wait for one after the other.
   *
   * @return what has no meaning
   */
  long look(long[] fingerprints, int count) {
    long any = 0;
    for (int i = 0; i < count; i++) {
      long[] part = parts[(int) (fingerprints[i] >>> shift)];
      any ^= part[(int) fingerprints[i] & (part.length - 1)];
    }
    return any;
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
    return Long.BYTES * slots();
  }

  /** Begins to grow; then each table has to be {@link #grow grown}. */
  void beginToGrow() {
    larger = parts[0].length < SIZE_MAX ? parts.clone() : new long[2 * parts.length][];
  }

  /** Grows some of the tables; several threads may share the work. */
  void grow(int first, int step) {
    for (int i = first; i < parts.length; i += step) {
      if (larger.length == parts.length) {
        larger[i] = doubled(parts[i]);
      } else {
        larger[2 * i] = parts[i];
        larger[2 * i + 1] = split(parts[i], 1L << (shift - 1));
      }
    }
  }

  void endOfGrowth() {
    shift -= larger.length == parts.length ? 0 : 1;
    parts = larger;
    growAt = limit();
  }

  private static long[] doubled(long[] old) {
    long[] more = new long[2 * old.length];
    for (long key : old) {
      if (key != 0) {
        put(more, key);
      }
    }
    return more;
  }

  private static void put(long[] part, long key) {
    int i = (int) key & (part.length - 1);
    while (part[i] != 0) {
      i = (i + 1) & (part.length - 1);
    }
    part[i] = key;
  }

  /**
   * Moves the keys with this bit to a table of their own. Those that stay are put anew as well,
   * since a gap before one would hide it. It begins behind a gap, so that a key finds a place no
   * later than where it was, and never one that is still to be looked at.
   */
  private static long[] split(long[] part, long bit) {
    long[] other = new long[part.length];
    int gap = 0;
    while (part[gap] != 0) {
      gap++;
    }
    for (int n = 1; n < part.length; n++) {
      int i = (gap + n) & (part.length - 1);
      long key = part[i];
      if (key != 0) {
        part[i] = 0;
        put((key & bit) == 0 ? part : other, key);
      }
    }
    return other;
  }
}
