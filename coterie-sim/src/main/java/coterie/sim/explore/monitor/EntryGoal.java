package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.explore.Goal;
import coterie.sim.explore.Observation;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Waits for every process that waits: it enters, or gives up. Nothing is asked where fewer are up
 * than a lock needs.
 */
final class EntryGoal implements Goal<EntryGoal.State> {
  /** The locks for which each process that is up waits. */
  record State(ByNode<SortedSet<String>> waiting) {}

  private final View members;
  private final int least;

  /**
   * @param least how many have to be up
   */
  EntryGoal(View members, int least) {
    this.members = members;
    this.least = least;
  }

  @Override
  public String judge() {
    return "waiting";
  }

  @Override
  public State initial() {
    return new State(ByNode.none());
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Started started -> true;
      case Observation.Ended ended -> true;
      case Observation.Noted noted ->
          switch (noted.note()) {
            case Note.Wanted wanted -> true;
            case Note.Entered entered -> true;
            case Note.GaveUp gaveUp -> true;
            default -> false;
          };
      default -> false;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Started(NodeId node, long incarnation) ->
          new State(state.waiting.with(node, Collections.emptySortedSet()));
      case Observation.Ended(NodeId node) -> new State(state.waiting.without(node));
      case Observation.Noted(NodeId node, int channel, Note.Wanted(String lock)) ->
          waits(state, node, lock, true);
      case Observation.Noted(NodeId node, int channel, Note.Entered(String lock, long token)) ->
          waits(state, node, lock, false);
      case Observation.Noted(NodeId node, int channel, Note.GaveUp(String lock)) ->
          waits(state, node, lock, false);
      default -> state;
    };
  }

  private static State waits(State state, NodeId node, String lock, boolean does) {
    SortedSet<String> locks = new TreeSet<>(state.waiting.at(node, Collections.emptySortedSet()));
    if (does) {
      locks.add(lock);
    } else {
      locks.remove(lock);
    }
    return new State(state.waiting.with(node, locks));
  }

  @Override
  public @Nullable String violation(State state) {
    return null;
  }

  @Override
  public int count() {
    return members.size();
  }

  @Override
  public boolean isReached(State state, int goal) {
    return state.waiting.values().size() < least
        || state.waiting.at(members.at(goal), Collections.emptySortedSet()).isEmpty();
  }

  @Override
  public String missed(int goal) {
    return "from some moment on %s waits and never enters".formatted(members.at(goal));
  }

  @Override
  public String expected(int goal) {
    return "not %s is waiting at end".formatted(members.at(goal));
  }
}
