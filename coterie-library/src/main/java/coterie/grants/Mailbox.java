package coterie.grants;

import coterie.Subscription;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One subscription: events wait in a bounded line, and a virtual thread hands them to the listener
 * one after the other. There is a thread only while there is something to hand on. When the line is
 * full the oldest event is dropped and counted: a slow reader gets the news, not the history.
 */
class Mailbox<T> implements Subscription {
  static final int WAITING_MAX = 1_024;

  private static final System.Logger LOG = System.getLogger("coterie");

  private final Consumer<? super T> listener;
  private final Consumer<Mailbox<T>> onClose;
  private final ReentrantLock guard = new ReentrantLock();
  private final ArrayDeque<T> waiting = new ArrayDeque<>();
  private final AtomicLong dropped = new AtomicLong();
  private boolean isBusy;
  private volatile boolean isClosed;

  Mailbox(Consumer<? super T> listener, Consumer<Mailbox<T>> onClose) {
    this.listener = listener;
    this.onClose = onClose;
  }

  /** Never waits for the listener. */
  void put(T event) {
    guard.lock();
    try {
      if (isClosed) {
        return;
      }
      if (waiting.size() == WAITING_MAX) {
        waiting.removeFirst();
        dropped.incrementAndGet();
      }
      waiting.add(event);
      if (!isBusy) {
        isBusy = true;
        Thread.ofVirtual().name("coterie-listener").start(this::handOn);
      }
    } finally {
      guard.unlock();
    }
  }

  private void handOn() {
    for (T event = next(); event != null; event = next()) {
      try {
        listener.accept(event);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "a listener failed", e);
      }
    }
  }

  private @Nullable T next() {
    guard.lock();
    try {
      T event = isClosed ? null : waiting.pollFirst();
      isBusy = event != null;
      return event;
    } finally {
      guard.unlock();
    }
  }

  @Override
  public long dropped() {
    return dropped.get();
  }

  @Override
  public void close() {
    guard.lock();
    try {
      isClosed = true;
      waiting.clear();
    } finally {
      guard.unlock();
    }
    onClose.accept(this);
  }
}
