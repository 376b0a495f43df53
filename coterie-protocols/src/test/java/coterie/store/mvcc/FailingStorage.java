package coterie.store.mvcc;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import org.jspecify.annotations.Nullable;

/** A storage in memory that stops working before one of the next writes, as in a crash. */
class FailingStorage implements Storage {
  /** The process is gone. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final MemoryStorage storage;
  private int writesLeft = Integer.MAX_VALUE;
  int writes;

  FailingStorage() {
    this(new MemoryStorage());
  }

  private FailingStorage(MemoryStorage storage) {
    this.storage = storage;
  }

  void failAfter(int moreWrites) {
    writesLeft = moreWrites;
  }

  /** What the next life of the process finds. */
  FailingStorage reopened() {
    return new FailingStorage(storage.copy());
  }

  @Override
  public void write(Batch batch) {
    if (writesLeft-- == 0) {
      throw new Crash();
    }
    writes++;
    storage.write(batch);
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    return storage.newest(key, at);
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    storage.scan(from, to, at, visitor);
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    storage.versions(from, to, visitor);
  }

  @Override
  public @Nullable Stamp mark(String name) {
    return storage.mark(name);
  }
}
