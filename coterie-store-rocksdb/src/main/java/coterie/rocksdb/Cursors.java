package coterie.rocksdb;

import java.util.ArrayDeque;
import org.rocksdb.RocksDB;

/**
 * The cursors that are at hand, and who uses the database at the moment: closing waits for them,
 * because machine code that reads what is freed ends the whole process.
 *
 * <p>A cursor is kept, so that a read need not make one. One that lies idle keeps files from being
 * deleted that RocksDB has replaced; so there are few.
 */
final class Cursors {
  private static final int IDLE_MAX = 16;

  private final RocksDB database;
  private final ArrayDeque<Cursor> idle = new ArrayDeque<>();
  private int users;
  private boolean isClosed;

  Cursors(RocksDB database) {
    this.database = database;
  }

  /** Keeps the database open until {@link #leave}. */
  synchronized void enter() {
    requireOpen();
    users++;
  }

  synchronized void leave() {
    users--;
    if (isClosed) {
      notifyAll();
    }
  }

  Cursor take(long written) {
    synchronized (this) {
      requireOpen();
      users++;
      Cursor cursor = idle.pollLast();
      if (cursor != null) {
        return cursor;
      }
    }
    return new Cursor(database, written, null);
  }

  void giveBack(Cursor cursor) {
    synchronized (this) {
      if (!isClosed && idle.size() < IDLE_MAX) {
        idle.addLast(cursor);
        users--;
        return;
      }
    }
    cursor.close();
    leave();
  }

  /** Returns whether this call closed it; then nobody uses the database any more. */
  synchronized boolean close() {
    if (isClosed) {
      return false;
    }
    isClosed = true;
    boolean isInterrupted = false;
    while (users > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    idle.forEach(Cursor::close);
    idle.clear();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("this storage is closed");
    }
  }
}
