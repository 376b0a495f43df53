package coterie.rocksdb;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of requests, in order, on threads of its own, so that a callback may wait
 * for the store and for other futures. One thread answers a whole group. Only before it runs
 * callbacks, which may take for ever, it sees to it that another one goes on with the rest.
 *
 * <p>A callback that is added in the very moment of the answer is not foreseen. If it waits for a
 * later future of the same group, it waits until the next group or the end comes.
 */
final class Answers {
  private final ArrayDeque<Request<?>> waiting = new ArrayDeque<>();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> Thread.ofPlatform().name("coterie-answers").daemon().unstarted(work));
  private final Request<Boolean> end = new Request<>(0, () -> true);

  /** The one that was taken last. */
  private @Nullable Request<?> last;

  /** How many threads are here, or about to come, and run no callbacks. */
  private int free;

  /** All are answered soon, whatever the callbacks of earlier ones do. */
  void add(List<? extends Request<?>> requests) {
    synchronized (this) {
      waiting.addAll(requests);
      free++;
    }
    start();
  }

  /** Nothing is added any more. */
  void end() {
    add(List.of(end));
  }

  /** Waits until all are answered; some callbacks may still run. */
  void awaitEnd() {
    end.future().join();
    threads.shutdown();
  }

  private void start() {
    try {
      threads.execute(this::work);
    } catch (OutOfMemoryError e) {
      // There can be no more threads. Those that are here go on, and the next group tries again.
      enter(-1);
    }
  }

  private void work() {
    for (Request<?> request = next(); request != null; request = next()) {
      if (request.isWatched()) {
        leave();
        request.answer();
        enter(1);
      } else {
        request.answer();
      }
    }
  }

  private synchronized @Nullable Request<?> next() {
    Request<?> request = waiting.pollFirst();
    if (request == null) {
      free--;
      return null;
    }
    request.follow(last);
    last = request;
    return request;
  }

  private void leave() {
    synchronized (this) {
      free--;
      if (free > 0 || waiting.isEmpty()) {
        return;
      }
      free++;
    }
    start();
  }

  private synchronized void enter(int threads) {
    free += threads;
  }
}
