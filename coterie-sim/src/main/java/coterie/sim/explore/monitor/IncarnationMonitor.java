package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Roster;
import coterie.core.Roster.Listed;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges membership: as long as a process lives, no incarnation that it knows goes back; a member
 * that is gone is not alive again under the same incarnation; and nobody knows a higher incarnation
 * of a member than that one ever had. A member that is listed no more may return in any way.
 */
final class IncarnationMonitor implements Monitor<IncarnationMonitor.State> {
  /** What one process lists. */
  record Lists(List<Listed> members) {
    @Nullable Listed of(NodeId who) {
      for (Listed listed : members) {
        if (listed.who().equals(who)) {
          return listed;
        }
      }
      return null;
    }
  }

  /**
   * What all who are up list.
   *
   * @param own the highest incarnation of each member by its own word, in all its lives
   */
  record State(ByNode<Lists> lists, ByNode<Long> own, @Nullable String violation) {}

  @Override
  public String judge() {
    return "incarnations";
  }

  @Override
  public State initial() {
    return new State(ByNode.none(), ByNode.none(), null);
  }

  @Override
  public boolean minds(Observation seen) {
    return seen instanceof Observation.Looked || seen instanceof Observation.Ended;
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Ended(NodeId node) -> new State(state.lists.without(node), state.own, null);
      case Observation.Looked(NodeId node, Lists lists) -> looked(state, node, lists);
      default -> state;
    };
  }

  private static State looked(State state, NodeId node, Lists now) {
    Listed self = now.of(node);
    ByNode<Long> own =
        self == null
            ? state.own
            : state.own.with(node, 0L, before -> Math.max(before, self.incarnation()));
    Lists before = state.lists.at(node, now);
    for (Listed listed : now.members) {
      String wrong = wrong(node, before.of(listed.who()), listed, own.at(listed.who()));
      if (wrong != null) {
        return new State(ByNode.none(), ByNode.none(), wrong);
      }
    }
    return new State(state.lists.with(node, now), own, null);
  }

  private static @Nullable String wrong(
      NodeId node, @Nullable Listed before, Listed now, @Nullable Long own) {
    if (before != null && now.incarnation() < before.incarnation()) {
      return "%s knew incarnation %d of %s, and now believes %d; an incarnation only grows"
          .formatted(node, before.incarnation(), now.who(), now.incarnation());
    }
    if (before != null
        && before.isGone()
        && now.isAlive()
        && now.incarnation() == before.incarnation()) {
      return "%s believes %s to be alive again under incarnation %d, under which it was gone"
          .formatted(node, now.who(), now.incarnation());
    }
    return own != null && now.incarnation() > own
        ? "%s knows incarnation %d of %s, which never had more than %d"
            .formatted(node, now.incarnation(), now.who(), own)
        : null;
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  @Override
  public @Nullable Record look(NodeId node, List<Protocol<?>> protocols) {
    for (Protocol<?> protocol : protocols) {
      if (protocol instanceof Roster roster) {
        return new Lists(List.copyOf(roster.roster()));
      }
    }
    return null;
  }
}
