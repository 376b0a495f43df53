package coterie.store.mvcc;

import coterie.storage.MemoryStorage;
import coterie.testkit.TamperedStorage;

/** A storage in memory that stops working before one of the next writes, as in a crash. */
class FailingStorage extends TamperedStorage {
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
    super(storage);
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
    super.write(batch);
  }
}
