package coterie.sim.explore.local;

import org.jspecify.annotations.Nullable;

/**
 * A hash table that readers never lock. Its entries never change, so a reader sees a whole entry or
 * none; one that finds none finds out by itself, and {@link #add} tells it if it came too late.
 */
public final class KeyedTable<E extends KeyedTable.Keyed> {
  /** What is found by its key. */
  public abstract static class Keyed {
    public final long key;

    protected Keyed(long key) {
      this.key = key;
    }

    /** Returns about how much memory it takes. */
    protected abstract long bytes();
  }

  private static final int SLOT_BYTES = 8;

  private volatile @Nullable Keyed[] table = new @Nullable Keyed[1 << 12];
  private int size;
  private volatile long entryBytes;

  /** Finds it; null if it is not there, or was not when this thread last looked. */
  @SuppressWarnings("unchecked") // Nothing else is added.
  public @Nullable E find(long key) {
    @Nullable Keyed[] all = table;
    int mask = all.length - 1;
    for (int i = place(key, mask); ; i = (i + 1) & mask) {
      Keyed found = all[i];
      if (found == null || found.key == key) {
        return (E) found;
      }
    }
  }

  /** Adds it, or returns the one of the same key that is there. */
  public synchronized E add(E added) {
    E known = find(added.key);
    if (known != null) {
      return known;
    }
    if (size + 1 > table.length / 2) {
      grow();
    }
    put(table, added);
    size++;
    entryBytes += added.bytes();
    return added;
  }

  public long bytes() {
    return entryBytes + (long) SLOT_BYTES * table.length;
  }

  private void grow() {
    @Nullable Keyed[] larger = new @Nullable Keyed[2 * table.length];
    for (Keyed each : table) {
      if (each != null) {
        put(larger, each);
      }
    }
    table = larger;
  }

  private static void put(@Nullable Keyed[] all, Keyed added) {
    int mask = all.length - 1;
    int i = place(added.key, mask);
    while (all[i] != null) {
      i = (i + 1) & mask;
    }
    all[i] = added;
  }

  private static int place(long key, int mask) {
    return (int) ((key * 0x9e3779b97f4a7c15L) >>> 40) & mask;
  }
}
