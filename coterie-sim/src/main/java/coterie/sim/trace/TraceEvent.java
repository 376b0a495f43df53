package coterie.sim.trace;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Fault;

/** One thing that happened in a run. Times are true time; no node sees them. */
public sealed interface TraceEvent {
  long atNanos();

  /** Happened at one node. */
  sealed interface OfNode extends TraceEvent {
    NodeId node();
  }

  /** Happened to a message. */
  sealed interface OfMessage extends TraceEvent {
    NodeId from();

    NodeId to();

    Message message();
  }

  /** Happened at no node in particular. */
  sealed interface OfRun extends TraceEvent {}

  record Sent(long atNanos, NodeId from, NodeId to, Message message) implements OfNode, OfMessage {
    @Override
    public NodeId node() {
      return from;
    }
  }

  record Received(long atNanos, NodeId from, NodeId to, Message message)
      implements OfNode, OfMessage {
    @Override
    public NodeId node() {
      return to;
    }
  }

  record Dropped(long atNanos, NodeId from, NodeId to, Message message, Drop why)
      implements OfMessage {}

  record Unreachable(long atNanos, NodeId node, NodeId to) implements OfNode {}

  record Expired(long atNanos, NodeId node, String alarm) implements OfNode {}

  record Saved(long atNanos, NodeId node, String name, Record value) implements OfNode {}

  record Called(long atNanos, NodeId node, String call) implements OfNode {}

  record Answered(long atNanos, NodeId node, Object answer) implements OfNode {}

  record Noted(long atNanos, NodeId node, Note note) implements OfNode {}

  record Faulted(long atNanos, Fault fault) implements OfRun {}

  /** A sentence of the script, for those who follow the run. */
  record Said(long atNanos, String sentence) implements OfRun {}

  /** What a protocol knows after it has handled something. */
  record Knows(long atNanos, NodeId node, Record state) implements OfNode {}

  /** What a checker found. */
  record Judged(long atNanos, Record verdict) implements OfRun {}
}
