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

/** Waits for a detector: every process that is down is suspected, by all who are up or by one. */
final class CompletenessGoal implements Goal<CompletenessGoal.State> {
  /** Whom each process that is up suspects. */
  record State(ByNode<SortedSet<NodeId>> suspects) {}

  private final View members;
  private final boolean confirms;
  private final boolean tellsAll;

  /**
   * @param confirms as {@link coterie.recipe.DetectorRecipe#confirms}
   * @param tellsAll as {@link coterie.recipe.DetectorRecipe#tellsAll}
   */
  CompletenessGoal(View members, boolean confirms, boolean tellsAll) {
    this.members = members;
    this.confirms = confirms;
    this.tellsAll = tellsAll;
  }

  @Override
  public String judge() {
    return "completeness";
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
      case Observation.Noted noted -> change(noted.note()) != null;
      default -> false;
    };
  }

  /** Whom a note makes suspected, or no more suspected. */
  private record Change(NodeId who, boolean isSuspected) {}

  private @Nullable Change change(Note note) {
    return switch (note) {
      case Note.Suspected(NodeId who) when !confirms -> new Change(who, true);
      case Note.Trusted(NodeId who) when !confirms -> new Change(who, false);
      case Note.Unknown(NodeId who) when !confirms -> new Change(who, false);
      // A member that has left is not held for a member any more either.
      case Note.Failed(NodeId who) when confirms -> new Change(who, true);
      case Note.Left(NodeId who) when confirms -> new Change(who, true);
      case Note.Joined(NodeId who) when confirms -> new Change(who, false);
      default -> null;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Started(NodeId node, long incarnation) ->
          new State(state.suspects.with(node, Collections.emptySortedSet()));
      case Observation.Ended(NodeId node) -> new State(state.suspects.without(node));
      case Observation.Noted(NodeId node, int channel, Note note) ->
          noted(state, node, change(note));
      default -> state;
    };
  }

  private static State noted(State state, NodeId node, @Nullable Change change) {
    if (change == null) {
      return state;
    }
    SortedSet<NodeId> suspects =
        new TreeSet<>(state.suspects.at(node, Collections.emptySortedSet()));
    if (change.isSuspected) {
      suspects.add(change.who);
    } else {
      suspects.remove(change.who);
    }
    return new State(state.suspects.with(node, suspects));
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
    NodeId who = members.at(goal);
    var all = state.suspects.values();
    if (all.containsKey(who) || all.isEmpty()) {
      return true;
    }
    return tellsAll
        ? all.values().stream().allMatch(suspects -> suspects.contains(who))
        : all.values().stream().anyMatch(suspects -> suspects.contains(who));
  }

  @Override
  public String missed(int goal) {
    return "%s is down, and from some moment on %s"
        .formatted(
            members.at(goal),
            tellsAll ? "not all who are up suspect it" : "nobody who is up suspects it");
  }

  @Override
  public String expected(int goal) {
    return (tellsAll ? "all suspect %s at end" : "any suspects %s at end")
        .formatted(members.at(goal));
  }
}
