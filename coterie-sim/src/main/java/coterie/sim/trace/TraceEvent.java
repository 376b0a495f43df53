package coterie.sim.trace;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Fault;

/** One thing that happened in a run. Times are true time; no node sees them. */
public sealed interface TraceEvent {
  long atNanos();

  record Sent(long atNanos, NodeId from, NodeId to, Message message) implements TraceEvent {}

  record Received(long atNanos, NodeId from, NodeId to, Message message) implements TraceEvent {}

  record Dropped(long atNanos, NodeId from, NodeId to, Message message, Drop why)
      implements TraceEvent {}

  record Unreachable(long atNanos, NodeId node, NodeId to) implements TraceEvent {}

  record Expired(long atNanos, NodeId node, String alarm) implements TraceEvent {}

  record Saved(long atNanos, NodeId node, String name, Record value) implements TraceEvent {}

  record Called(long atNanos, NodeId node, String call) implements TraceEvent {}

  record Answered(long atNanos, NodeId node, Object answer) implements TraceEvent {}

  record Noted(long atNanos, NodeId node, Note note) implements TraceEvent {}

  record Faulted(long atNanos, Fault fault) implements TraceEvent {}

  /** A sentence of the script, for those who follow the run. */
  record Said(long atNanos, String sentence) implements TraceEvent {}

  /** What a protocol knows after it has handled something. */
  record Knows(long atNanos, NodeId node, Record state) implements TraceEvent {}

  /** What a checker found. */
  record Judged(long atNanos, Record verdict) implements TraceEvent {}
}
