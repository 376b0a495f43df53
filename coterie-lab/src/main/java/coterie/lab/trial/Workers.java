package coterie.lab.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Does numbered pieces of work on several threads, the lowest numbers first. */
final class Workers {
  private Workers() {}

  /** Returns when all is done. The first piece that throws ends the others and is thrown. */
  static void run(int threads, int pieces, IntConsumer work) {
    AtomicInteger next = new AtomicInteger();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < pieces; i = next.getAndIncrement()) {
            try {
              work.accept(i);
            } catch (RuntimeException | Error e) {
              failure.compareAndSet(null, e);
              next.set(pieces);
            }
          }
        };
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, pieces); i++) {
      others.add(Thread.ofPlatform().daemon().name("worker-" + i).start(worker));
    }
    worker.run();
    others.forEach(Workers::join);
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
