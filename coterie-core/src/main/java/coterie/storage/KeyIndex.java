package coterie.storage;

import coterie.core.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key in one step where an ordered map takes twenty: a table with linear probing. Nobody
 * ever goes through it in its order, which means nothing.
 */
final class KeyIndex {
  private static final int SMALLEST = 8;

  private @Nullable Chain[] table = new @Nullable Chain[SMALLEST];
  private int size;

  static int hash(Bytes key) {
    int hash = key.hashCode() * 0x9e3779b9;
    return hash ^ (hash >>> 16);
  }

  @Nullable Chain find(Bytes key, int hash) {
    int mask = table.length - 1;
    for (int i = hash & mask; ; i = (i + 1) & mask) {
      Chain chain = table[i];
      if (chain == null || (chain.hash == hash && chain.key.equals(key))) {
        return chain;
      }
    }
  }

  /** Its key must not be in it yet. */
  void add(Chain chain) {
    if (2 * (size + 1) > table.length) {
      grow();
    }
    put(chain);
    size++;
  }

  private void put(Chain chain) {
    int mask = table.length - 1;
    int i = chain.hash & mask;
    while (table[i] != null) {
      i = (i + 1) & mask;
    }
    table[i] = chain;
  }

  private void grow() {
    @Nullable Chain[] old = table;
    table = new @Nullable Chain[2 * old.length];
    for (Chain chain : old) {
      if (chain != null) {
        put(chain);
      }
    }
  }

  /** Those behind it that stand where they do only because of it are put again. */
  void remove(Chain chain) {
    int mask = table.length - 1;
    int i = chain.hash & mask;
    while (table[i] != chain) {
      i = (i + 1) & mask;
    }
    table[i] = null;
    size--;
    for (i = (i + 1) & mask; table[i] != null; i = (i + 1) & mask) {
      Chain next = table[i];
      table[i] = null;
      if (next != null) {
        put(next);
      }
    }
  }
}
