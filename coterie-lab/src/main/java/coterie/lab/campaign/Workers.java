package coterie.lab.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Does work on several threads; what one of them throws is thrown to the caller. */
public final class Workers {
  private static final long LOOK_MILLIS = 100;

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Does numbered pieces of work, the lowest numbers first; the first that throws ends all. */
  public static void run(int threads, int pieces, IntConsumer work) {
    AtomicInteger next = new AtomicInteger();
    Workers workers = new Workers();
    workers.run(
        Math.min(threads, pieces),
        () -> {
          for (int i = next.getAndIncrement();
              i < pieces && !workers.hasFailed();
              i = next.getAndIncrement()) {
            work.accept(i);
          }
        },
        () -> false);
  }

  /**
   * Lets each thread do that work; returns when all have done it, or do not come to an end.
   *
   * @param isAbandoned whether nobody waits any longer; asked now and then
   */
  public void run(int threads, Runnable work, BooleanSupplier isAbandoned) {
    List<Thread> all = new ArrayList<>();
    for (int i = 1; i <= threads; i++) {
      all.add(Thread.ofPlatform().daemon().name("worker-" + i).start(() -> guard(work)));
    }
    all.forEach(thread -> join(thread, isAbandoned));
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  /** Returns whether the work of a thread has thrown, so that the others need not go on. */
  public boolean hasFailed() {
    return failure.get() != null;
  }

  private void guard(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void join(Thread thread, BooleanSupplier isAbandoned) {
    boolean interrupted = false;
    while (thread.isAlive() && !isAbandoned.getAsBoolean()) {
      try {
        thread.join(LOOK_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
