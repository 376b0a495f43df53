package coterie.store.mvcc;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes from a storage all but the newest versions of every key. The version that a reader at a
 * limit sees, and all after it, stay as well.
 *
 * <p>Of a key the oldest go first. So what is left of it is always its end without a gap, and a
 * reader that finds a version finds the right one, wherever the work was cut off.
 */
final class Trimmer implements Storage.Visitor {
  /** At most this number of places of one key is held at a time. */
  private static final int EXCESS_MAX = 1 << 16;

  /** Takes what is to be removed. */
  interface Remover {
    /**
     * Removes these, all or none.
     *
     * @param completeFrom nothing that a reader at or after it sees is removed
     */
    void remove(List<Storage.Place> places, Stamp completeFrom);
  }

  private final Storage storage;
  private final int keep;
  private final Stamp limit;
  private final int batchMax;
  private final Remover remover;
  private final List<Storage.Place> batch = new ArrayList<>();

  /** Of the present key, the oldest of those that are to go, the newest first. */
  private final ArrayDeque<Storage.Place> excess = new ArrayDeque<>();

  private long removed;
  private Stamp completeFrom = Stamp.FIRST;
  private @Nullable Bytes key;
  private @Nullable Bytes next;
  private int count;
  private Stamp newer = Stamp.FIRST;
  private boolean hasMore;

  Trimmer(Storage storage, int keep, Stamp limit, int batchMax, Remover remover) {
    this.storage = storage;
    this.keep = keep;
    this.limit = limit;
    this.batchMax = batchMax;
    this.remover = remover;
  }

  /** Goes through all keys and returns how many versions are gone. */
  long run() {
    Bytes from = Bytes.none();
    while (from != null) {
      key = null;
      next = null;
      storage.versions(from, null, this);
      if (next == null) {
        endKey();
      }
      flush();
      from = next;
    }
    return removed;
  }

  @Override
  public boolean visit(Version version) {
    if (key == null || !key.equals(version.key())) {
      endKey();
      if (next == null && batch.size() >= batchMax) {
        next = version.key();
      }
      if (next != null) {
        return false;
      }
      key = version.key();
      count = 0;
    }
    if (count >= keep && newer.compareTo(limit) <= 0) {
      addExcess(version);
    }
    count++;
    newer = version.stamp();
    return true;
  }

  private void addExcess(Version version) {
    if (excess.isEmpty() && !hasMore) {
      completeFrom = completeFrom.isBefore(newer) ? newer : completeFrom;
    }
    if (excess.size() == EXCESS_MAX) {
      excess.removeFirst();
      hasMore = true;
    }
    excess.addLast(new Storage.Place(version.key(), version.stamp()));
  }

  /** A key of which more is to go is looked at again. */
  private void endKey() {
    while (!excess.isEmpty()) {
      batch.add(excess.removeLast());
    }
    if (hasMore) {
      next = key;
      hasMore = false;
    }
  }

  private void flush() {
    for (int i = 0; i < batch.size(); i += batchMax) {
      List<Storage.Place> some = batch.subList(i, Math.min(batch.size(), i + batchMax));
      remover.remove(List.copyOf(some), completeFrom);
      removed += some.size();
    }
    batch.clear();
  }
}
