package coterie.rocksdb;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of requests, in order, on threads of its own, so that a callback may wait
 * for the store and for other futures. One thread answers a whole group. Only before it runs
 * callbacks, which may never end, it sees to it that another one goes on with the rest.
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

  /** The number of the thread that goes on; those before it run callbacks, or are about to end. */
  private long turn;

  /** All are answered soon, whatever the callbacks of earlier ones do. */
  void add(List<? extends Request<?>> requests) {
    long next;
    synchronized (this) {
      waiting.addAll(requests);
      next = ++turn;
    }
    start(next);
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

  private void start(long number) {
    try {
      threads.execute(() -> work(number));
    } catch (OutOfMemoryError e) {
      giveBack(number);
    }
  }

  private void work(long number) {
    for (Request<?> request = next(number); request != null; request = next(number)) {
      if (request.isWatched()) {
        handOver(number);
      }
      request.answer();
    }
  }

  private synchronized @Nullable Request<?> next(long number) {
    Request<?> request = number == turn ? waiting.pollFirst() : null;
    if (request != null) {
      request.follow(last);
      last = request;
    }
    return request;
  }

  private void handOver(long number) {
    synchronized (this) {
      if (number != turn || waiting.isEmpty()) {
        return;
      }
      turn++;
    }
    start(number + 1);
  }

  /** There can be no more threads: the one before goes on, or else the next group tries again. */
  private synchronized void giveBack(long number) {
    if (number == turn) {
      turn--;
    }
  }
}
