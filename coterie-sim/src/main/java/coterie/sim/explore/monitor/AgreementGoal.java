package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.explore.Goal;
import coterie.sim.explore.Observation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Waits for an election to end: all who are up know the same leader, and it acts as such. Where a
 * majority elects, nothing is asked of fewer.
 */
final class AgreementGoal implements Goal<AgreementGoal.State> {
  /** What one process that is up has said: whom it knows, and whether it acts as the leader. */
  record Standing(@Nullable NodeId leader, boolean isLeading) {
    static final Standing NONE = new Standing(null, false);
  }

  /** Those who are up. */
  record State(ByNode<Standing> up) {}

  private final int least;

  /**
   * @param least how many have to be up
   */
  AgreementGoal(int least) {
    this.least = least;
  }

  @Override
  public String judge() {
    return "agreement";
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
            case Note.Elected elected -> true;
            case Note.LeaderLost lost -> true;
            case Note.Leads leads -> true;
            case Note.SteppedDown down -> true;
            default -> false;
          };
      default -> false;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Started(NodeId node, long incarnation) ->
          new State(state.up.with(node, Standing.NONE));
      case Observation.Ended(NodeId node) -> new State(state.up.without(node));
      case Observation.Noted(NodeId node, int channel, Note note) ->
          new State(state.up.with(node, Standing.NONE, before -> noted(before, note)));
      default -> state;
    };
  }

  private static Standing noted(Standing before, Note note) {
    return switch (note) {
      case Note.Elected(NodeId leader, long term) -> new Standing(leader, before.isLeading);
      case Note.LeaderLost lost -> new Standing(null, before.isLeading);
      case Note.Leads leads -> new Standing(before.leader, true);
      case Note.SteppedDown down -> new Standing(before.leader, false);
      default -> before;
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
    Map<NodeId, Standing> up = state.up.values();
    if (up.size() < least) {
      return true;
    }
    NodeId leader = up.values().iterator().next().leader;
    return leader != null
        && up.values().stream().allMatch(each -> leader.equals(each.leader))
        && state.up.at(leader, Standing.NONE).isLeading;
  }

  @Override
  public String missed(int goal) {
    return "from some moment on the group never agrees on a leader";
  }

  @Override
  public String expected(int goal) {
    return "agreed at end";
  }
}
