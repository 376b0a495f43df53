package coterie.lab.live;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * The right to touch a stage, which is either with the thread of its loop, while the stage runs, or
 * with the thread that drives it. So neither needs a lock, and what is looked at does not move.
 */
final class Baton {
  /** What the loop is told: to do something, or, with nothing to do, to go on. */
  private record Order(Optional<Runnable> work) {}

  private final SynchronousQueue<Order> orders = new SynchronousQueue<>();
  private final Semaphore handedOver = new Semaphore(0);

  /** The loop gives the baton to the driver, and does what it is told until it gets it back. */
  void handOver() {
    handedOver.release();
    try {
      Optional<Runnable> work = orders.take().work();
      while (work.isPresent()) {
        work.get().run();
        work = orders.take().work();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The driver waits for the baton, but not for longer; returns whether it has it. */
  boolean await(long millis) {
    try {
      return handedOver.tryAcquire(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }

  /** The driver, who has the baton, gives it back. */
  void giveBack() {
    put(Optional.empty());
  }

  /** The driver, who has the baton, lets the thread of the loop do that, and waits for it. */
  void order(Runnable work) {
    FutureTask<Boolean> task = new FutureTask<>(work, true);
    put(Optional.of(task));
    try {
      task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException mistake -> throw mistake;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }

  private void put(Optional<Runnable> work) {
    try {
      orders.put(new Order(work));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }
}
