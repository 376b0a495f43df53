package coterie.sim;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.fault.Fault;

/** Hears the outcomes of a run: notes and faults. Checkers are listeners. */
public interface Listener {
  default void noted(long at, NodeId node, Note note) {}

  /** The fault has taken effect; after a recovery the node has already been started. */
  default void faulted(long at, Fault fault) {}

  /** Hears of every message that is sent as well; what this costs depends on its own method. */
  interface OfSends extends Listener {
    default void sent(long at, NodeId from, NodeId to, Message message) {}
  }
}
