package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges elections by their terms: nobody acts as the leader while it knows another one, and the
 * term of a process does not go back while it lives. Where the term is a fencing token, it does not
 * go back over a crash either, no two ever lead under one term, and no two lead at once without a
 * limit of time. Whether leases overlap depends on clocks, and is not judged here.
 */
final class TermMonitor implements Monitor<TermMonitor.State> {
  /**
   * What one process has said.
   *
   * @param leader whom it knows
   * @param isLeading whether it acts as the leader
   * @param isUnbounded whether it does so without a limit of time
   */
  record Standing(@Nullable NodeId leader, boolean isLeading, boolean isUnbounded) {
    static final Standing NONE = new Standing(null, false, false);
  }

  /**
   * What may matter later.
   *
   * @param leaders who led under a term that somebody may still come to, if terms are tokens
   */
  record State(
      ByNode<Long> terms,
      ByNode<Standing> standings,
      SortedMap<Long, NodeId> leaders,
      @Nullable String violation) {}

  private final View members;
  private final boolean isFenced;

  TermMonitor(View members, boolean isFenced) {
    this.members = members;
    this.isFenced = isFenced;
  }

  @Override
  public String judge() {
    return "elections";
  }

  @Override
  public State initial() {
    return new State(ByNode.none(), ByNode.none(), Collections.emptySortedMap(), null);
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Ended ended -> true;
      case Observation.Noted noted ->
          switch (noted.note()) {
            case Note.Campaigned campaigned -> isFenced;
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
      case Observation.Ended(NodeId node) -> ended(state, node);
      case Observation.Noted(NodeId node, int channel, Note note) -> noted(state, node, note);
      default -> state;
    };
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  private State ended(State state, NodeId node) {
    return new State(
        isFenced ? state.terms : state.terms.without(node),
        state.standings.without(node),
        state.leaders,
        null);
  }

  private State noted(State state, NodeId node, Note note) {
    Standing before = state.standings.at(node, Standing.NONE);
    return switch (note) {
      case Note.Campaigned(long term, String reason) -> reached(state, node, term);
      case Note.Elected(NodeId leader, long term) -> {
        State reached = reached(state, node, term);
        State led = led(reached, leader, term);
        yield stands(led, node, new Standing(leader, before.isLeading, before.isUnbounded));
      }
      case Note.LeaderLost lost ->
          stands(state, node, new Standing(null, before.isLeading, before.isUnbounded));
      case Note.Leads(long term, long untilNanos) -> {
        State led = led(reached(state, node, term), node, term);
        boolean isUnbounded = untilNanos == Long.MAX_VALUE;
        yield stands(led, node, new Standing(before.leader, true, isUnbounded));
      }
      case Note.SteppedDown down -> stands(state, node, new Standing(before.leader, false, false));
      default -> state;
    };
  }

  private State reached(State state, NodeId node, long term) {
    long before = state.terms.at(node, Long.MIN_VALUE);
    if (term < before) {
      return wrong(
          "%s went back from term %d to term %d; a term only grows".formatted(node, before, term));
    }
    return new State(state.terms.with(node, term), state.standings, state.leaders, state.violation);
  }

  /** A term below all that processes have come to cannot be led under any more. */
  private State led(State state, NodeId leader, long term) {
    if (!isFenced || state.violation != null) {
      return state;
    }
    NodeId first = state.leaders.get(term);
    if (first != null && !first.equals(leader)) {
      return wrong(
          "%s and %s have both led under term %d; a term has one leader"
              .formatted(first, leader, term));
    }
    TreeMap<Long, NodeId> leaders = new TreeMap<>(state.leaders);
    leaders.put(term, leader);
    leaders.headMap(lowest(state.terms)).clear();
    return new State(state.terms, state.standings, leaders, null);
  }

  private long lowest(ByNode<Long> terms) {
    long lowest = Long.MAX_VALUE;
    for (int i = 0; i < members.size(); i++) {
      lowest = Math.min(lowest, terms.at(members.at(i), Long.MIN_VALUE));
    }
    return lowest;
  }

  private State stands(State state, NodeId node, Standing now) {
    if (state.violation != null) {
      return state;
    }
    if (now.isLeading && now.leader != null && !now.leader.equals(node)) {
      return wrong("%s acts as the leader, and knows %s as such".formatted(node, now.leader));
    }
    if (isFenced && now.isUnbounded) {
      for (var other : state.standings.values().entrySet()) {
        if (other.getValue().isUnbounded && !other.getKey().equals(node)) {
          return wrong(
              "%s began to lead, but %s led without end; one leads at a time"
                  .formatted(node, other.getKey()));
        }
      }
    }
    return new State(state.terms, state.standings.with(node, now), state.leaders, null);
  }

  private static State wrong(String sentence) {
    return new State(ByNode.none(), ByNode.none(), Collections.emptySortedMap(), sentence);
  }
}
