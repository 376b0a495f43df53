package coterie.sim;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;

/** Sees everything that happens in a run, in order. Traces are witnesses; they cost time. */
public interface Witness extends Listener.OfSends {
  /** Why a message did not arrive. */
  enum Drop {
    LOST,
    CUT,
    DOWN,
    DEAF,
    MUTE,
    STALE
  }

  default void received(long at, NodeId from, NodeId to, Message message) {}

  default void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {}

  default void unreachable(long at, NodeId node, NodeId to) {}

  default void expired(long at, NodeId node, String alarm) {}

  default void saved(long at, NodeId node, String name, Record value) {}

  /**
   * A node has sent or noted something that is held back behind a save. What one protocol sends and
   * notes keeps its order; another one on the node, which does not depend on the save, goes on.
   *
   * @param what the message or the note
   */
  default void held(long at, NodeId node, Object what) {}

  /** A local method is about to run. */
  default void called(long at, NodeId node, String call) {}

  /** A local method has returned something. */
  default void answered(long at, NodeId node, Object answer) {}

  /** A script has said a sentence, for those who follow the run; no node hears it. */
  default void said(long at, String sentence) {}

  /** A handler of that protocol, or of one that it is built on, has returned. */
  default void handled(long at, NodeId node, Protocol<?> protocol) {}
}
