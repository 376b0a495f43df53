package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.sim.explore.Goal;
import coterie.sim.explore.Observation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Waits for replicated data: where all are up, all copies have seen the same writes. */
final class ConvergenceGoal implements Goal<ConvergenceGoal.State> {
  /** What one copy has seen. */
  record Seen(Record writes) {}

  /** All copies of those who are up. */
  record State(ByNode<Seen> copies) {}

  private final int size;

  ConvergenceGoal(int size) {
    this.size = size;
  }

  @Override
  public String judge() {
    return "convergence";
  }

  @Override
  public State initial() {
    return new State(ByNode.none());
  }

  @Override
  public boolean minds(Observation seen) {
    return seen instanceof Observation.Ended
        || (seen instanceof Observation.Looked looked && looked.fact() instanceof Seen);
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Ended(NodeId node) -> new State(state.copies.without(node));
      case Observation.Looked(NodeId node, Seen now) -> new State(state.copies.with(node, now));
      default -> state;
    };
  }

  @Override
  public @Nullable String violation(State state) {
    return null;
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public boolean isReached(State state, int goal) {
    Set<Seen> different = new HashSet<>(state.copies.values().values());
    return state.copies.values().size() < size || different.size() == 1;
  }

  @Override
  public String missed(int goal) {
    return "from some moment on the copies never agree on what was written";
  }

  @Override
  public String expected(int goal) {
    return "converged at end";
  }

  @Override
  public @Nullable Record look(NodeId node, List<Protocol<?>> protocols) {
    for (Protocol<?> protocol : protocols) {
      if (protocol instanceof Replicated copy) {
        return new Seen(copy.seen());
      }
    }
    return null;
  }
}
