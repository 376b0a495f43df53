package coterie.member.swim;

import coterie.core.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Evidence that nobody listens any more where a member did. One witness may be wrong: something
 * between the two may answer in the member's stead. So this member must have seen it itself, and
 * two of those whom it asked as well, or all of them where there are fewer. Only who has nobody
 * left to ask believes its own eyes.
 *
 * <p>A paused process keeps its port, so a pause is never taken for a crash by this way.
 */
final class ClosedPorts {
  private static final int WITNESSES = 2;

  /** A case is open until this number of later probes has gone wrong. */
  private static final int CASES_MAX = 4;

  private static final class Case {
    final MemberState target;
    final long number;
    final List<NodeId> asked;
    int wanted;
    boolean isSeenHere;

    Case(MemberState target, long number, List<NodeId> asked) {
      this.target = target;
      this.number = number;
      this.asked = new ArrayList<>(asked);
      this.wanted = Math.min(WITNESSES, asked.size());
    }

    boolean isProven() {
      return isSeenHere && wanted <= 0;
    }
  }

  private final Consumer<MemberState> onProof;
  private final ArrayDeque<Case> cases = new ArrayDeque<>(1);

  ClosedPorts(Consumer<MemberState> onProof) {
    this.onProof = onProof;
  }

  void clear() {
    cases.clear();
  }

  /** These are asked now whether they reach the member. */
  void asked(MemberState target, long number, List<NodeId> relays) {
    if (cases.size() == CASES_MAX) {
      cases.removeFirst();
    }
    cases.addLast(new Case(target, number, relays));
  }

  void answered(long number) {
    cases.removeIf(each -> each.number == number);
  }

  /** The network says here that nobody listens there. */
  void seenHere(NodeId target) {
    for (Case each : cases) {
      if (each.target.who().equals(target)) {
        each.isSeenHere = true;
      }
    }
    judge();
  }

  /** The member that was asked has seen it too. */
  void seenBy(NodeId relay, long number) {
    for (Case each : cases) {
      if (each.number == number && each.asked.remove(relay)) {
        each.wanted--;
      }
    }
    judge();
  }

  private void judge() {
    Case proven = proven();
    if (proven != null) {
      cases.remove(proven);
      onProof.accept(proven.target);
    }
  }

  private @Nullable Case proven() {
    for (Case each : cases) {
      if (each.isProven()) {
        return each;
      }
    }
    return null;
  }
}
