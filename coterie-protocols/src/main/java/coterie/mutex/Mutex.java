package coterie.mutex;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A lock among the processes of a group, as one of them sees it. What it promises about two
 * processes that are inside at once, and what a crash does to it, the comment of each protocol
 * tells.
 *
 * <p>Every change is also noted: {@link coterie.core.Note.Wanted}, {@link
 * coterie.core.Note.Entered}, {@link coterie.core.Note.Exited}, {@link coterie.core.Note.LostLock}
 * and {@link coterie.core.Note.GaveUp}.
 */
public interface Mutex {
  /** The timeout of a request that waits for as long as it takes. */
  long FOR_EVER = Long.MAX_VALUE;

  /** Hears what becomes of one request. Any of its methods may call the lock again. */
  interface Waiter {
    /**
     * This process is inside, perhaps before {@link Mutex#acquire} has returned. A resource that
     * has seen a greater token refuses this one.
     */
    default void entered(long token) {}

    /** The request has ended without an entry: its time was up, or it was cancelled. */
    default void gaveUp() {}

    /** This process is inside no more, though it has not released the lock. */
    default void lost(long token) {}
  }

  /** Waits for the lock, for that long at most; the waiter hears how it ended. */
  void acquire(long timeoutNanos, Waiter waiter);

  /** Waits for the lock for as long as it takes. */
  default void acquire(Waiter waiter) {
    acquire(FOR_EVER, waiter);
  }

  /** For scripts: who reads the notes needs no waiter. */
  default void acquire() {
    acquire(FOR_EVER, new Waiter() {});
  }

  /** For scripts, with a timeout. */
  default void acquire(long timeoutNanos) {
    acquire(timeoutNanos, new Waiter() {});
  }

  /** Waits no more. Returns whether this process did wait; if not, nothing has changed. */
  boolean cancel();

  /**
   * Leaves.
   *
   * @throws IllegalStateException if this process is not inside
   */
  void release();

  /** Whether this process is inside at this very moment. */
  boolean holds();

  /**
   * The token of the entry while this process is inside; otherwise that of its last one, as long as
   * it is still known, or 0.
   */
  long token();

  /** Returns the process that is inside, as far as this one knows; null if it knows of nobody. */
  @Nullable NodeId holder();
}
