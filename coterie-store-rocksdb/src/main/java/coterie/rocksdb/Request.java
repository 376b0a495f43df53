package coterie.rocksdb;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that the writing thread does, and whom {@link Answers} tells. The writing thread is
 * done with it before it is handed over.
 */
final class Request<T> implements Requests.Sized {
  private static final long PAUSE_NANOS = 1_000;

  private final CompletableFuture<T> future = new CompletableFuture<>();
  private final long bytes;
  private @Nullable Supplier<T> work;
  private @Nullable T result;
  private @Nullable Throwable failure;
  private @Nullable Request<?> previous;
  private volatile boolean hasTurn;

  Request(long bytes, Supplier<T> work) {
    this.bytes = bytes;
    this.work = work;
  }

  CompletableFuture<T> future() {
    return future;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /** An exception is the answer to this one request; an error is passed on. */
  void run() {
    Supplier<T> once = Objects.requireNonNull(work);
    // A caller that waits for the answer need not keep the keys and values.
    work = null;
    try {
      result = once.get();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** The answer is that failure, unless there is one already. */
  void fail(Throwable why) {
    if (failure == null) {
      failure = why;
    }
  }

  void follow(@Nullable Request<?> other) {
    previous = other;
  }

  /** Whether somebody waits for the answer, or has a callback on it. */
  boolean isWatched() {
    return future.getNumberOfDependents() > 0;
  }

  /** Answers after the previous one, and runs the callbacks. */
  void answer() {
    // Its thread is about to answer, and runs no callback before; only where another thread takes
    // over can it be late.
    while (previous != null && !previous.isAnswered()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    previous = null;
    hasTurn = true;
    if (failure == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(failure);
    }
  }

  /** The caller can complete the future as well, which does not count as an answer. */
  private boolean isAnswered() {
    return hasTurn && future.isDone();
  }
}
