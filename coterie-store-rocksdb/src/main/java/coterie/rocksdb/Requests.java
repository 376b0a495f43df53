package coterie.rocksdb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** What waits for the one thread that writes. Who brings too much waits as well. */
final class Requests<R> {
  private final ArrayDeque<R> waiting = new ArrayDeque<>();
  private final int waitingMax;
  private boolean isClosed;

  Requests(int waitingMax) {
    this.waitingMax = waitingMax;
  }

  synchronized void add(R request) {
    boolean isInterrupted = false;
    while (waiting.size() >= waitingMax && !isClosed) {
      isInterrupted |= !await();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    if (isClosed) {
      throw new IllegalStateException("this store is closed");
    }
    waiting.addLast(request);
    if (waiting.size() == 1) {
      notifyAll();
    }
  }

  /** The first ones, at least one; none if it is closed and all are done. */
  synchronized List<R> take(int countMax) {
    while (waiting.isEmpty() && !isClosed) {
      await();
    }
    boolean wasFull = waiting.size() >= waitingMax;
    List<R> taken = new ArrayList<>();
    while (taken.size() < countMax && !waiting.isEmpty()) {
      taken.add(waiting.removeFirst());
    }
    if (wasFull) {
      notifyAll();
    }
    return taken;
  }

  /** Takes no more; what waits is still done. */
  synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  /** Returns whether nobody interrupted. */
  private boolean await() {
    try {
      wait();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
