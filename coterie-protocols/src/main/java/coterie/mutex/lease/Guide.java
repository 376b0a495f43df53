package coterie.mutex.lease;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.Election;
import coterie.mutex.lease.LeaseLock.NotLeader;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which voter probably leads. All requests of a process share that memory. A request that
 * is not answered searches among the voters by itself: two requests that moved one shared pointer
 * could alternate forever, so that one of them never reached the leader.
 */
final class Guide {
  /** A request follows at most three hints at the leader before it waits. */
  private static final int HOPS_MAX = 3;

  private final View voters;
  private final @Nullable Election election;
  private int held;

  /** Counts the answers of leaders. */
  private long answers;

  /**
   * @param election this process' view of the election; null if this process does not vote
   */
  Guide(View voters, @Nullable Election election) {
    this.voters = voters;
    this.election = election;
  }

  /** Takes that voter for the leader. */
  void turnTo(int voter) {
    held = voter;
  }

  /** Takes that voter for the leader, since it has answered as only a leader does. */
  void answeredBy(NodeId leader) {
    held = voters.indexOf(leader);
    answers++;
  }

  private int named(NotLeader not) {
    return not.leader().isEmpty() ? -1 : voters.indexOf(not.leader().getFirst());
  }

  /** One request's search for the leader. */
  final class Search {
    private int target = held;
    private long known = answers;
    private int hops;

    /** Returns the voter to ask. */
    NodeId target() {
      return voters.at(target);
    }

    /** Begins with the voter that probably leads. */
    void begin() {
      target = held;
      known = answers;
      hops = 0;
    }

    /** Turns to another voter, since no leader has answered. */
    void lookElsewhere() {
      NodeId leader = election == null ? null : election.leader();
      if (leader != null) {
        target = voters.indexOf(leader);
      } else {
        target = known == answers ? voters.after(target) : held;
      }
      known = answers;
      hops = 0;
    }

    /** Whether a voter is said to lead. */
    boolean isNamed(NotLeader not) {
      return named(not) >= 0;
    }

    /** Whether a voter is said to lead, and is to be asked at once. */
    boolean follows(NotLeader not) {
      int leader = named(not);
      if (leader >= 0) {
        held = leader;
        target = leader;
      }
      return leader >= 0 && hops++ < HOPS_MAX;
    }
  }
}
