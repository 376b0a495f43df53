package coterie.store.mvcc;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes from a storage what no reader at or after a safe point can see: of every key all versions
 * at or below it but the newest one; and that one as well if it is a tombstone.
 *
 * <p>It removes in small batches and may be cut off between any two. A tombstone goes last, with or
 * after all that it hides: otherwise a crash would bring the value before it back.
 */
final class Collector implements Storage.Visitor {
  private final Storage storage;
  private final Stamp safePoint;
  private final int batchMax;
  private final List<Storage.Place> batch = new ArrayList<>();
  private long removed;
  private @Nullable Bytes key;
  private boolean isNewestFound;
  private Storage.@Nullable Place tombstone;

  Collector(Storage storage, Stamp safePoint, int batchMax) {
    this.storage = storage;
    this.safePoint = safePoint;
    this.batchMax = batchMax;
  }

  /** Goes through all keys and returns how many versions are gone. */
  long run() {
    Bytes from = Bytes.none();
    while (from != null) {
      from = round(from);
    }
    return removed;
  }

  /** One batch; returns the key at which the next one begins, or null if this was the last one. */
  private @Nullable Bytes round(Bytes from) {
    key = null;
    tombstone = null;
    storage.versions(from, null, this);
    boolean isFull = batch.size() >= batchMax;
    if (!isFull) {
      endKey();
    }
    if (!batch.isEmpty()) {
      storage.write(new Storage.Batch(List.of(), batch, List.of()));
      removed += batch.size();
      batch.clear();
    }
    return isFull ? key : null;
  }

  @Override
  public boolean visit(Version version) {
    if (key == null || !key.equals(version.key())) {
      endKey();
      key = version.key();
      isNewestFound = false;
    }
    if (version.stamp().compareTo(safePoint) <= 0) {
      hide(version);
    }
    return batch.size() < batchMax;
  }

  private void hide(Version version) {
    Storage.Place place = new Storage.Place(version.key(), version.stamp());
    assert version.key().equals(key) : "versions of a key come one after the other";
    if (isNewestFound) {
      batch.add(place);
      return;
    }
    isNewestFound = true;
    if (version.isDeleted()) {
      tombstone = place;
    }
  }

  private void endKey() {
    if (tombstone != null) {
      batch.add(tombstone);
      tombstone = null;
    }
  }
}
