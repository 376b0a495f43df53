package coterie.rocksdb;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import coterie.storage.StorageException;
import coterie.storage.StorageProvider;
import java.util.concurrent.Semaphore;

/** A storage in memory whose disk is full, slow or out of memory when the test says so. */
final class FailingStorage implements StorageProvider.Opened {
  private final MemoryStorage memory = new MemoryStorage();
  volatile boolean isFull;
  volatile boolean isClosed;
  volatile int batches;
  volatile Error error;

  /** A write that adds versions says that it is there, and goes on when it may. */
  private final Semaphore arrived = new Semaphore(0);

  private final Semaphore allowed = new Semaphore(0);
  private volatile boolean isHeld;

  void hold() {
    isHeld = true;
  }

  void awaitHeld() {
    arrived.acquireUninterruptibly();
  }

  void letOneGo() {
    allowed.release();
  }

  void letGo() {
    isHeld = false;
    allowed.release();
  }

  @Override
  public void write(Batch batch) {
    if (isHeld && !batch.added().isEmpty()) {
      arrived.release();
      allowed.acquireUninterruptibly();
    }
    if (error != null) {
      Error thrown = error;
      error = null;
      throw thrown;
    }
    add(batch);
  }

  private synchronized void add(Batch batch) {
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
