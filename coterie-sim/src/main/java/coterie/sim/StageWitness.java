package coterie.sim;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.kernel.Witness;
import coterie.sim.fault.Fault;

/** Sees what happens between the nodes of a stage as well: faults, and messages that are lost. */
public interface StageWitness extends Witness {
  /** Why a message did not arrive. */
  enum Drop {
    LOST,
    CUT,
    DOWN,
    DEAF,
    MUTE,
    STALE
  }

  /**
   * The fault has taken effect. A recovery is told before the process does anything, so that causes
   * stand above effects.
   */
  default void faulted(long at, Fault fault) {}

  /** The process that recovers has been started, and shows what its disk had kept. */
  default void restarted(long at, NodeId node) {}

  /**
   * A message is under way in a simulated network, and will come to its receiver after that time;
   * told to those who want {@link #EVENTS}.
   */
  default void routed(long at, NodeId from, NodeId to, Message message, long afterNanos) {}

  /** A message did not arrive; told to those who want {@link #EVENTS}. */
  default void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {}

  /** A script has said a sentence, for those who follow the run; no node hears it. */
  default void said(long at, String sentence) {}
}
