package coterie.sim;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.fault.Fault;

/** Hears the outcomes of a run: notes and faults. Checkers are listeners. */
public interface Listener {
  default void noted(long at, NodeId node, Note note) {}

  /**
   * The fault has taken effect. A recovery is told before the process does anything, so that causes
   * stand above effects.
   */
  default void faulted(long at, Fault fault) {}

  /** The process that recovers has been started, and shows what its disk had kept. */
  default void restarted(long at, NodeId node) {}

  /** Hears of every message that is sent as well; what this costs depends on its own method. */
  interface OfSends extends Listener {
    default void sent(long at, NodeId from, NodeId to, Message message) {}
  }
}
