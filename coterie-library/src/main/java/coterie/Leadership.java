package coterie;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * This node's stand for something that at most one node of the cluster leads at a time. It is a
 * lease like a lock's, kept as long as it can be renewed; when it is lost the node waits in line
 * again by itself, until it {@linkplain #resign resigns}.
 *
 * {@snippet :
 * Leadership billing = node.leadership("billing");
 * if (billing.leads()) {
 *   write(billing.token());
 * }
 * }
 */
public interface Leadership {
  /** What happens to a leadership of this node. */
  sealed interface Event {
    /** This node leads from now on. */
    record Gained(long token) implements Event {}

    /** This node leads no more, be it that it resigned or that the lease was not renewed. */
    record Lost(long token) implements Event {}
  }

  String name();

  /** Whether this node leads at this very moment, by the clock and not by the last event. */
  boolean leads();

  /** Greater than that of every earlier leader; 0 if this node has not led. */
  long token();

  /** For how long it surely leads if no renewal comes through; zero if it does not lead. */
  Duration left();

  /**
   * Waits until this node leads.
   *
   * @return the token
   * @throws TimeoutException if it does not within that time; it says what was waited for
   */
  long await(Duration timeout) throws InterruptedException, TimeoutException;

  /** Tells of every change, in order, on a virtual thread; first of the present if it leads. */
  Subscription watch(Consumer<? super Event> listener);

  /**
   * Stops to lead, or to wait in line, and stays out until {@link #stand}. Another node may lead at
   * once: whoever resigns says that all work as the leader has ended.
   */
  void resign();

  /**
   * Does the same, but lets the lease run out instead of giving it back: for whoever cannot be sure
   * that all work as the leader has ended. Until then nobody leads, unless {@link #resign} follows.
   */
  void abandon();

  /** Waits in line again after {@link #resign}; otherwise this does nothing. */
  void stand();

  /** Whether it leads or waits in line. */
  boolean stands();

  /**
   * Asks who leads: the name of a node; nobody if no node does.
   *
   * @throws TimeoutException if nobody who knows it answers within that time
   */
  Optional<String> leader(Duration timeout) throws InterruptedException, TimeoutException;
}
