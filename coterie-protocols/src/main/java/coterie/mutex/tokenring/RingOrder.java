package coterie.mutex.tokenring;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.detect.Detector;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where one process stands on the ring, and who comes next that is not suspected. */
final class RingOrder {
  private final View members;
  private final @Nullable Detector detector;
  private final int self;

  /**
   * @throws IllegalArgumentException if that process is not a member of the ring
   */
  RingOrder(NodeId self, View members, @Nullable Detector detector) {
    this.members = members;
    this.detector = detector;
    this.self = members.indexOf(self);
    if (this.self < 0) {
      throw new IllegalArgumentException(
          "%s is not a member of the ring; only a member can take part".formatted(self));
    }
  }

  int size() {
    return members.size();
  }

  /** The position of the process itself. */
  int self() {
    return self;
  }

  NodeId at(int index) {
    return members.at(index);
  }

  /** Returns the position of the process, or -1 if it is not a member. */
  int indexOf(NodeId who) {
    return members.indexOf(who);
  }

  /** How far it is forward along the ring, from 0 to size - 1. */
  int way(int from, int to) {
    int way = to - from;
    return way < 0 ? way + size() : way;
  }

  /** The next one that is not suspected; the process itself if nobody else is left. */
  int next() {
    int next = members.after(self);
    while (next != self && isSuspected(next)) {
      next = members.after(next);
    }
    return next;
  }

  /** Without a detector nobody is ever suspected. */
  boolean isSuspected(int index) {
    return detector != null && index != self && detector.suspects(at(index));
  }

  /** All others who are suspected, in ascending order. */
  List<NodeId> suspects() {
    return detector == null
        ? List.of()
        : detector.suspects().stream().filter(this::isOther).toList();
  }

  private boolean isOther(NodeId who) {
    int index = indexOf(who);
    return index >= 0 && index != self;
  }

  /** Returns their positions; those that are not members are left out. */
  BitSet positions(List<NodeId> some) {
    BitSet positions = new BitSet(size());
    for (NodeId who : some) {
      if (indexOf(who) >= 0) {
        positions.set(indexOf(who));
      }
    }
    return positions;
  }
}
