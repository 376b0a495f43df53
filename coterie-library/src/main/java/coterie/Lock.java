package coterie;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A lock that one thread of one node in the cluster holds at a time, as a lease that is renewed by
 * itself. Locks are names: all that are called the same are one, and cost nothing while nobody
 * wants them.
 *
 * {@snippet :
 * try (Held held = node.lock("invoice-7").acquire(Duration.ofSeconds(5))) {
 *   write(held.token());
 * }
 * }
 *
 * <p>It is not reentrant: a thread that wants it twice waits for itself.
 */
public interface Lock {
  String name();

  /**
   * Waits in line until the lock is held.
   *
   * @throws TimeoutException if it is not within that time; it says what was waited for
   * @throws InterruptedException if the thread is interrupted; it waits in line no more
   * @throws IllegalStateException if the node is closed, now or meanwhile
   */
  Held acquire(Duration timeout) throws InterruptedException, TimeoutException;

  /** Takes the lock if it is free now. Waits only for the answer, and not for long. */
  Optional<Held> tryAcquire() throws InterruptedException;

  /**
   * Asks who is inside: the name of a node; nobody if the lock is free.
   *
   * @throws TimeoutException if nobody who knows it answers within that time
   */
  Optional<String> holder(Duration timeout) throws InterruptedException, TimeoutException;
}
