package coterie.sim.explore.monitor;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges protocols that count events: as long as a process lives, no count of it goes back. */
final class CountMonitor implements Monitor<CountMonitor.State> {
  /** What one process knows, in the order of the members. */
  record Counts(List<Integer> counts) {}

  /** What all who are up know. */
  record State(ByNode<Counts> known, @Nullable String violation) {}

  private final View members;

  CountMonitor(View members) {
    this.members = members;
  }

  @Override
  public String judge() {
    return "counts";
  }

  @Override
  public State initial() {
    return new State(ByNode.none(), null);
  }

  @Override
  public boolean minds(Observation seen) {
    return seen instanceof Observation.Looked || seen instanceof Observation.Ended;
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Ended(NodeId node) -> new State(state.known.without(node), null);
      case Observation.Looked(NodeId node, Counts counts) -> looked(state, node, counts);
      default -> state;
    };
  }

  private State looked(State state, NodeId node, Counts now) {
    Counts before = state.known.at(node, now);
    for (int i = 0; i < members.size(); i++) {
      if (now.counts.get(i) < before.counts.get(i)) {
        return new State(
            ByNode.none(),
            "%s counted %d events of %s, and now counts %d; a count only grows"
                .formatted(node, before.counts.get(i), members.at(i), now.counts.get(i)));
      }
    }
    return new State(state.known.with(node, now), null);
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  @Override
  public @Nullable Record look(NodeId node, List<Protocol<?>> protocols) {
    for (Protocol<?> protocol : protocols) {
      if (protocol instanceof EventCounter counter) {
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
          counts.add(counter.count(members.at(i)));
        }
        return new Counts(List.copyOf(counts));
      }
    }
    return null;
  }
}
