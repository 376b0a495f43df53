package coterie.core;

import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a protocol: a single-threaded state machine that touches the world only
 * through the {@link Context} given to its constructor. The same class is simulated, explored,
 * replayed, and run on sockets.
 *
 * @param <M> the sealed family of its messages
 */
public interface Protocol<M extends Message> {
  /**
   * The node has started, or started again after a crash. Nothing was sent before this. A message
   * that is sent here may find that its receiver has not started yet, and is lost then.
   */
  default void start() {}

  /** A message has arrived. */
  void receive(NodeId from, M message);

  /** Nobody listens at that node: a hint from the network, never proof. */
  default void unreachable(NodeId to) {}

  /** An earlier {@link Stable#save} is durable now. */
  default void saved(Stable<?> what) {}

  /** An earlier {@link Storage#write} is durable now. */
  default void stored(Storage where) {}

  /**
   * Whether what this protocol shows to others on its node, by answering them or calling their
   * listeners, holds even if a crash takes back a save that is not durable yet. Then only what it
   * sends and notes itself waits behind its saves; if not, so does what is stacked upon it.
   */
  default boolean showsOnlyDurable() {
    return false;
  }

  /**
   * An immutable picture of what this protocol knows, for traces and tables; null if it has nothing
   * to show.
   */
  default @Nullable Record state() {
    return null;
  }
}
