package coterie.member.swim;

import coterie.core.NodeId;
import coterie.core.View;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Members that know of each other from the start. All of them share this one object, so a simulated
 * group of n that is together does not need n² places.
 */
final class Founders {
  private static final Founders NONE = new Founders(null, new Update.Alive[0]);

  private final @Nullable View view;
  private final Update.Alive[] alive;
  private final long digest;
  private final Sums sums;

  private Founders(@Nullable View view, Update.Alive[] alive) {
    this.view = view;
    this.alive = alive;
    this.sums = Sums.none();
    long sum = 0;
    for (Update.Alive each : alive) {
      sum += Roster.digest(each);
      sums.count(each, 1);
    }
    this.digest = sum;
  }

  static Founders none() {
    return NONE;
  }

  static Founders of(View view, Function<NodeId, Update.Alive> card) {
    Update.Alive[] alive = new Update.Alive[view.size()];
    for (int i = 0; i < alive.length; i++) {
      alive[i] = card.apply(view.at(i));
    }
    return new Founders(view, alive);
  }

  int size() {
    return alive.length;
  }

  Update.Alive at(int index) {
    return alive[index];
  }

  Update.@Nullable Alive find(NodeId who) {
    int index = view == null ? -1 : view.indexOf(who);
    return index < 0 ? null : alive[index];
  }

  long digest() {
    return digest;
  }

  /** The digest in parts: a copy. */
  Sums sums() {
    return sums.copy();
  }
}
