package coterie;

import java.time.Duration;

/** A lock that is held, until it is closed or lost. Any thread may use it. */
public interface Held extends AutoCloseable {
  /** The name of the lock. */
  String lock();

  /**
   * Greater than that of every earlier holder. A resource that refuses lower tokens than the
   * greatest it has seen is safe even from a holder that was paused for so long that it lost the
   * lock without noticing.
   */
  long token();

  /** Whether the lock is held at this very moment, by the clock and not by the last event. */
  boolean isHeld();

  /** For how long it is surely held if no renewal comes through; zero if it is lost. */
  Duration left();

  /**
   * Runs that once if the lock is lost before it is closed: the lease could not be renewed. It runs
   * on a virtual thread; at once if it is lost already.
   */
  Subscription whenLost(Runnable action);

  /**
   * Holds the lock no more, and lets its lease run out instead of giving it back: for whoever
   * cannot be sure that all work under the lock has ended. Until then nobody else gets it, unless
   * {@link #close} follows. Once it is closed this does nothing.
   */
  void abandon();

  /**
   * Gives the lock back, at once: whoever closes it says that all work under it has ended. That
   * holds after a loss, too, when another one could otherwise enter only as the lease runs out.
   */
  @Override
  void close();
}
