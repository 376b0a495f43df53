package coterie.sim.explore;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;

/**
 * What a {@link Monitor} is told of a step, in the order in which it happens inside the step. An
 * observation is a value: equal steps of a node make equal lists of observations.
 */
public sealed interface Observation {
  /** The node to which it happens. */
  NodeId node();

  /** The protocols of the node are built, and about to be started. */
  record Started(NodeId node, long incarnation) implements Observation {}

  /** The node has crashed. */
  record Ended(NodeId node) implements Observation {}

  /** The node is paused. */
  record Paused(NodeId node) implements Observation {}

  /** The node goes on after a pause. */
  record Resumed(NodeId node) implements Observation {}

  /** A note has come out. */
  record Noted(NodeId node, int channel, Note note) implements Observation {}

  /**
   * A protocol has sent or noted something that is held back behind a save.
   *
   * @param what the message or the note; it comes out later, or a crash takes it back
   */
  record Held(NodeId node, int channel, Object what) implements Observation {}

  /** A message goes to the network. */
  record Sent(NodeId node, int channel, NodeId to, Message message) implements Observation {}

  /** A message is about to be handled. */
  record Received(NodeId node, int channel, NodeId from, Message message) implements Observation {}

  /**
   * A message will not arrive: it was lost, cut off, or its receiver was down.
   *
   * @param node the sender
   */
  record Lost(NodeId node, int channel, NodeId to, Message message) implements Observation {}

  /**
   * A message will arrive once more.
   *
   * @param node the sender
   */
  record Duplicated(NodeId node, int channel, NodeId to, Message message) implements Observation {}

  /**
   * A local method is about to run.
   *
   * @param call a {@link coterie.core.Call}, or the words of a scenario
   */
  record Called(NodeId node, Object call) implements Observation {}

  /** A local method has returned something. */
  record Answered(NodeId node, Object answer) implements Observation {}

  /**
   * A protocol has thrown an exception, or one of its assertions has failed. The step ends with it.
   *
   * @param text what was thrown, and where
   */
  record Threw(NodeId node, String text) implements Observation {}

  /**
   * The step is over, and the node is up. A step has one for each monitor that {@link Monitor#look
   * looks}, and it is the last one.
   *
   * @param fact what the monitor saw
   */
  record Looked(NodeId node, Record fact) implements Observation {}
}
