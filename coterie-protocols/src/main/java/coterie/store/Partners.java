package coterie.store;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.View;

/**
 * Whom to talk to next: every other member once in a round, in an order drawn anew for each round.
 * So nobody is left out for longer than two rounds, which pure chance does not promise.
 */
public final class Partners {
  private final Context<?> context;
  private final NodeId[] others;
  private int next;

  public Partners(Context<?> context, View members) {
    this.context = context;
    this.others = new NodeId[members.size() - 1];
    int count = 0;
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        others[count++] = members.at(i);
      }
    }
  }

  public boolean isNobody() {
    return others.length == 0;
  }

  public NodeId next() {
    // The rest of the round is in no order yet: one of it is drawn.
    int drawn = next + (int) context.random(others.length - next);
    NodeId partner = others[drawn];
    others[drawn] = others[next];
    others[next] = partner;
    next = (next + 1) % others.length;
    return partner;
  }
}
