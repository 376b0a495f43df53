package coterie.member.swim;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.member.SwimStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Draws random members. */
final class RandomMembers {
  /** A random place is tried so often before the places are gone through one by one. */
  private static final int TRIES_MAX = 8;

  private final Context<?> context;
  private final MemberList list;
  private final boolean isTrustedFirst;

  /**
   * @param isTrustedFirst whether suspects come last; they do not where only chance tells them that
   *     they are suspected
   */
  RandomMembers(Context<?> context, MemberList list, boolean isTrustedFirst) {
    this.context = context;
    this.list = list;
    this.isTrustedFirst = isTrustedFirst;
  }

  /**
   * Returns up to that many members, each once, without this member and the one given. Suspects
   * come last, or on one side of a partition help and news would go to the other.
   */
  List<NodeId> several(int count, NodeId except) {
    int most = Math.max(0, Math.min(count, list.memberCount() - 1));
    List<NodeId> chosen = new ArrayList<>(most);
    if (isTrustedFirst && list.suspectCount() > 0) {
      drawTrusted(chosen, most, except);
    }
    for (int tries = TRIES_MAX * most; tries > 0 && chosen.size() < most; tries--) {
      NodeId one = anyone(except);
      if (one == null) {
        return chosen;
      }
      if (!chosen.contains(one)) {
        chosen.add(one);
      }
    }
    return chosen;
  }

  private void drawTrusted(List<NodeId> chosen, int most, NodeId except) {
    while (chosen.size() < most) {
      NodeId one =
          one(
              known ->
                  known.status() == SwimStatus.ALIVE
                      && isOther(known.who(), except)
                      && !chosen.contains(known.who()));
      if (one == null) {
        return;
      }
      chosen.add(one);
    }
  }

  @Nullable NodeId anyone(NodeId except) {
    return one(known -> known.status().isMember() && isOther(known.who(), except));
  }

  private @Nullable NodeId one(Predicate<MemberState> fits) {
    for (int tries = TRIES_MAX; tries > 0; tries--) {
      MemberState known = list.find(list.at((int) context.random(list.places())));
      if (known != null && fits.test(known)) {
        return known.who();
      }
    }
    return list.pick(context.random(list.places()), fits);
  }

  private boolean isOther(NodeId who, NodeId except) {
    return !who.equals(except) && !who.equals(context.self());
  }
}
