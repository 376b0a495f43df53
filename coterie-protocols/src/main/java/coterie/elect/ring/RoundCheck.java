package coterie.elect.ring;

import coterie.core.NodeId;
import coterie.core.View;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tells what no correct member of the ring can have sent. */
final class RoundCheck {
  /** Nobody counts that far, and what is added to a higher number might overflow. */
  private static final long COUNT_MAX = Long.MAX_VALUE / 2;

  private final View view;

  RoundCheck(View view) {
    this.view = view;
  }

  /** What is wrong with the message; null if nothing is. */
  @Nullable String fault(RingElection.Round round) {
    Lap lap = round.lap();
    if (view.indexOf(lap.initiator()) < 0) {
      return "a lap of no member of the ring";
    }
    if (!isCount(lap.incarnation()) || !isCount(lap.number())) {
      return "a lap with numbers out of range";
    }
    return switch (round) {
      case RingElection.Token token -> fault(token);
      case RingElection.Announcement announcement -> fault(announcement);
    };
  }

  private @Nullable String fault(RingElection.Token token) {
    if (token.term() != 0 && !isCount(token.term())) {
      return "a token with a term out of range";
    }
    return areMembers(token.standing()) && areMembers(token.suspects())
        ? null
        : "a token whose lists are not of members, once each";
  }

  private @Nullable String fault(RingElection.Announcement announcement) {
    if (!isCount(announcement.term())) {
      return "an announcement with a term out of range";
    }
    return view.indexOf(announcement.leader()) < 0 ? "an announcement of no member" : null;
  }

  /** The length comes first, so that nobody can make a process look through a long list. */
  private boolean areMembers(List<NodeId> list) {
    return list.size() <= view.size()
        && list.stream().allMatch(each -> view.indexOf(each) >= 0)
        && new TreeSet<>(list).size() == list.size();
  }

  private static boolean isCount(long value) {
    return value > 0 && value <= COUNT_MAX;
  }
}
