package coterie.rocksdb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What waits for the one thread that writes. A caller that brings too much waits as well. */
final class Requests<R extends Requests.Sized> {
  /** Something that knows how much it keeps in memory. */
  interface Sized {
    long bytes();
  }

  private final ArrayDeque<R> waiting = new ArrayDeque<>();
  private final int waitingMax;
  private final long bytesMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition isFilled = lock.newCondition();
  private final Condition hasRoom = lock.newCondition();
  private long bytes;
  private boolean isClosed;

  /**
   * @param bytesMax where this number of bytes waits, no more are taken; the last one may go beyond
   *     it, so that there is room for every size
   */
  Requests(int waitingMax, long bytesMax) {
    this.waitingMax = waitingMax;
    this.bytesMax = bytesMax;
  }

  void add(R request) {
    lock.lock();
    try {
      while (isFull() && !isClosed) {
        hasRoom.awaitUninterruptibly();
      }
      if (isClosed) {
        throw new IllegalStateException("this store is closed");
      }
      waiting.addLast(request);
      bytes += request.bytes();
      if (waiting.size() == 1) {
        isFilled.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the next one would have to wait. */
  boolean isFull() {
    lock.lock();
    try {
      return waiting.size() >= waitingMax || bytes >= bytesMax;
    } finally {
      lock.unlock();
    }
  }

  /** The first ones, at least one; none if it is closed and all are done. */
  List<R> take(int countMax) {
    lock.lock();
    try {
      while (waiting.isEmpty() && !isClosed) {
        isFilled.awaitUninterruptibly();
      }
      // All the room first: if there is none, nothing is lost.
      int count = Math.min(countMax, waiting.size());
      List<R> taken = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        R request = waiting.removeFirst();
        bytes -= request.bytes();
        taken.add(request);
      }
      hasRoom.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more; what waits is still done. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
      isFilled.signalAll();
      hasRoom.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
