package coterie.elect;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Says who leads, as far as one process knows. What an election promises about two processes that
 * both hold themselves for the leader, its own comment tells.
 *
 * <p>Every change is also noted: {@link coterie.core.Note.Elected}, {@link
 * coterie.core.Note.LeaderLost}, {@link coterie.core.Note.Leads} and {@link
 * coterie.core.Note.SteppedDown}.
 */
public interface Election {
  /** Hears of changes, after they have happened. */
  interface Listener {
    /** The process named, which may be this one itself, is now known as the leader. */
    default void elected(NodeId leader, long term) {}

    /** The process named is no longer known as the leader, and nobody else is. */
    default void leaderLost(NodeId leader, long term) {}

    /** This process may now act as the leader: {@link Election#leads} has turned true. */
    default void ledFrom(long term) {}

    /** This process may act as the leader no more: {@link Election#leads} has turned false. */
    default void ledUntilNow(long term) {}
  }

  /** Returns the leader, as far as this process knows; null if it knows of nobody. */
  @Nullable NodeId leader();

  /** The term of the leader; the last one known, if there is none. It shrinks only by a crash. */
  long term();

  /** Whether this process itself may act as the leader at this very moment. */
  boolean leads();

  /**
   * Makes way: whoever leads stops to do so, and another one is elected if there is one. It stands
   * again in later elections, once its successor is gone. A process that does not lead does
   * nothing.
   */
  void resign();

  /**
   * For how long, from now on, leases may run that a leader of earlier settings has granted; who
   * leads grants nothing new for so long. 0 where settings never change.
   */
  default long earlierLeasesNanos() {
    return 0;
  }

  /** Adds a listener, for as long as this process lives. */
  void listen(Listener listener);
}
