package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import org.jspecify.annotations.Nullable;

/** What a monitor thinks of observations that a test makes up. */
final class Path<S extends Record> {
  static final NodeId P0 = new NodeId(0);
  static final NodeId P1 = new NodeId(1);
  static final NodeId P2 = new NodeId(2);

  private final Monitor<S> monitor;
  private S state;

  Path(Monitor<S> monitor) {
    this.monitor = monitor;
    this.state = monitor.initial();
  }

  Path<S> see(Observation seen) {
    if (violation() == null && monitor.minds(seen)) {
      state = monitor.next(state, seen);
    }
    return this;
  }

  Path<S> start(NodeId... nodes) {
    for (NodeId node : nodes) {
      see(new Observation.Started(node, 1));
    }
    return this;
  }

  Path<S> crash(NodeId node) {
    return see(new Observation.Ended(node));
  }

  Path<S> note(NodeId node, Note... notes) {
    for (Note note : notes) {
      see(new Observation.Noted(node, 0, note));
    }
    return this;
  }

  S state() {
    return state;
  }

  @Nullable String violation() {
    return monitor.violation(state);
  }
}
