package coterie.rocksdb;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import coterie.storage.StorageException;
import coterie.storage.StorageProvider;

/** A storage in memory whose disk is full when the test says so. */
final class FailingStorage implements StorageProvider.Opened {
  private final MemoryStorage memory = new MemoryStorage();
  volatile boolean isFull;
  volatile boolean isClosed;
  volatile int batches;

  @Override
  public synchronized void write(Batch batch) {
    if (isFull) {
      throw new StorageException("there is no space left");
    }
    memory.write(batch);
    batches++;
  }

  @Override
  public synchronized Version newest(Bytes key, Stamp at) {
    return memory.newest(key, at);
  }

  @Override
  public synchronized void scan(Bytes from, Bytes to, Stamp at, Visitor visitor) {
    memory.scan(from, to, at, visitor);
  }

  @Override
  public synchronized void versions(Bytes from, Bytes to, Visitor visitor) {
    memory.versions(from, to, visitor);
  }

  @Override
  public synchronized Stamp mark(String name) {
    return memory.mark(name);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
