package coterie.rocksdb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What waits for the one thread that writes. Who brings too much waits as well. */
final class Requests<R> {
  private final ArrayDeque<R> waiting = new ArrayDeque<>();
  private final int waitingMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition isFilled = lock.newCondition();
  private final Condition hasRoom = lock.newCondition();
  private boolean isClosed;

  Requests(int waitingMax) {
    this.waitingMax = waitingMax;
  }

  void add(R request) {
    lock.lock();
    try {
      while (waiting.size() >= waitingMax && !isClosed) {
        hasRoom.awaitUninterruptibly();
      }
      if (isClosed) {
        throw new IllegalStateException("this store is closed");
      }
      waiting.addLast(request);
      if (waiting.size() == 1) {
        isFilled.signal();
      }
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
      List<R> taken = new ArrayList<>();
      while (taken.size() < countMax && !waiting.isEmpty()) {
        taken.add(waiting.removeFirst());
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
