package coterie.mutex;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.Election;
import coterie.mutex.LeaseLock.NotLeader;
import org.jspecify.annotations.Nullable;

/**
 * Knows which voter is held for the leader. All requests of a process share what is known, and each
 * searches on its own where nothing is: two that moved one pointer could take turns for ever, so
 * that one of them never came to the leader.
 */
final class Guide {
  /** After one question, so often at most a request follows the word of who leads. */
  private static final int HOPS_MAX = 3;

  private final View voters;
  private final @Nullable Election election;
  private int held;

  /** Counts what leaders have answered. */
  private long answers;

  /**
   * @param election this process' view of the election; null if it is no voter
   */
  Guide(View voters, @Nullable Election election) {
    this.voters = voters;
    this.election = election;
  }

  /** That voter is said to lead. */
  void turnTo(int voter) {
    held = voter;
  }

  /** That voter has answered as only a leader does. */
  void answeredBy(NodeId leader) {
    held = voters.indexOf(leader);
    answers++;
  }

  private int named(NotLeader not) {
    return not.leader().isEmpty() ? -1 : voters.indexOf(not.leader().getFirst());
  }

  /** Where one request looks for the leader. */
  final class Search {
    private int target = held;
    private long known = answers;
    private int hops;

    /** Whom to ask. */
    NodeId target() {
      return voters.at(target);
    }

    /** A new question goes to the one that is held for the leader. */
    void begin() {
      target = held;
      known = answers;
      hops = 0;
    }

    /** Nobody who leads has answered: another voter may know better. */
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
