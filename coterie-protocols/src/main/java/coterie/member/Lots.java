package coterie.member;

import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws random members. */
final class Lots {
  /** A random place is tried so often before the places are gone through one by one. */
  private static final int TRIES_MAX = 8;

  private final Context<Swim.Msg> context;
  private final Roster roster;

  Lots(Context<Swim.Msg> context, Roster roster) {
    this.context = context;
    this.roster = roster;
  }

  /** Up to so many members, each once, without oneself and that one. */
  List<NodeId> several(int count, NodeId except) {
    int most = Math.max(0, Math.min(count, roster.memberCount() - 1));
    List<NodeId> chosen = new ArrayList<>(most);
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

  @Nullable NodeId anyone(NodeId except) {
    for (int tries = TRIES_MAX; tries > 0; tries--) {
      NodeId one = roster.at((int) context.random(roster.places()));
      if (isOther(one, except) && roster.isMember(one)) {
        return one;
      }
    }
    return roster.pick(
        context.random(roster.places()),
        known -> known.status().isMember() && isOther(known.who(), except));
  }

  private boolean isOther(NodeId who, NodeId except) {
    return !who.equals(except) && !who.equals(context.self());
  }
}
