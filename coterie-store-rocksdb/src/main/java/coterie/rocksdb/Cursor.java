package coterie.rocksdb;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * A place among the entries, and buffers for what lies there. It sees what was written before it
 * was made or last refreshed. Used by one thread at a time.
 */
final class Cursor implements AutoCloseable {
  /** After this number of steps over one key it seeks. A guess: no measurement chose it. */
  private static final int STEPS_MAX = 6;

  private final RocksIterator iterator;
  private final ReadOptions options;
  private final @Nullable Slice end;
  private byte[] place = new byte[64];
  private byte[] value = new byte[256];
  private int size;
  private byte[] held = new byte[64];
  private int heldSize;

  /** How many batches it sees. */
  private long seen;

  /**
   * @param to it ends before that place; null for no end
   */
  Cursor(RocksDB database, long seen, byte @Nullable [] to) {
    this.seen = seen;
    this.options = new ReadOptions();
    this.end = to == null ? null : new Slice(to);
    if (end != null) {
      options.setIterateUpperBound(end);
    }
    this.iterator = database.newIterator(options);
  }

  /** Sees all that was written by now. */
  void refresh(long written) throws RocksDBException {
    if (seen != written) {
      iterator.refresh();
      seen = written;
    }
  }

  /** Goes to the first entry at or after a place, and returns whether there is one. */
  boolean seek(byte[] to) throws RocksDBException {
    iterator.seek(to);
    return arrive();
  }

  boolean next() throws RocksDBException {
    iterator.next();
    return arrive();
  }

  private boolean arrive() throws RocksDBException {
    if (!iterator.isValid()) {
      // It stops at the end and at damage alike; this tells the one from the other.
      iterator.status();
      return false;
    }
    size = iterator.key(place);
    if (size > place.length) {
      place = new byte[size];
      iterator.key(place);
    }
    return true;
  }

  /** Remembers the key here, and returns it. */
  Bytes hold() {
    if (held.length < size) {
      held = new byte[place.length];
    }
    System.arraycopy(place, 0, held, 0, size);
    heldSize = size;
    return Layout.key(place, size);
  }

  boolean isOnHeldKey() {
    return Layout.isSameKey(held, heldSize, place, size);
  }

  /**
   * Goes over versions of the held key that are newer than a stamp, and returns whether there is an
   * entry after them.
   */
  boolean skipNewer(Bytes key, Stamp at) throws RocksDBException {
    for (int steps = 0; steps < STEPS_MAX; steps++) {
      if (!isOnHeldKey() || !Layout.isAfter(place, size, at)) {
        return true;
      }
      if (!next()) {
        return false;
      }
    }
    return seek(Layout.place(key, at));
  }

  /** Goes on to the next key, and returns whether there is one. */
  boolean skipHeldKey() throws RocksDBException {
    for (int steps = 0; steps < STEPS_MAX; steps++) {
      if (!next()) {
        return false;
      }
      if (!isOnHeldKey()) {
        return true;
      }
    }
    return seek(Layout.after(held, heldSize));
  }

  byte[] place() {
    return place;
  }

  int size() {
    return size;
  }

  /** The version here, with a key that is known already. */
  Version version(Bytes key) {
    int length = iterator.value(value);
    if (length > value.length) {
      value = new byte[length];
      iterator.value(value);
    }
    boolean isDeleted = value[0] == RocksStorage.DELETED;
    return new Version(key, Layout.stamp(place, size), isDeleted, Bytes.of(value, 1, length));
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    if (end != null) {
      end.close();
    }
  }
}
