package coterie.elect;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.detect.Detector;
import org.jspecify.annotations.Nullable;

/**
 * Who comes after whom on the ring, without those held for down: by the detector, or where there is
 * none, because they confirmed nothing and have not been heard of since.
 */
final class Successors {
  private final View view;
  private final @Nullable Detector detector;
  private final int self;
  private final boolean[] silent;

  /**
   * @throws IllegalArgumentException if that process is no member of the ring
   */
  Successors(NodeId self, View view, @Nullable Detector detector) {
    this.view = view;
    this.detector = detector;
    this.self = view.indexOf(self);
    if (this.self < 0) {
      throw new IllegalArgumentException(self + " is no member of the ring");
    }
    this.silent = new boolean[view.size()];
  }

  /** The position of the process itself. */
  int self() {
    return self;
  }

  NodeId at(int index) {
    return view.at(index);
  }

  /** The next one that is not held for down; the process itself if nobody else is left. */
  int after(int index) {
    int next = view.after(index);
    while (next != self && isDown(next)) {
      next = view.after(next);
    }
    return next;
  }

  /** Whether the first one after this process is that one. */
  boolean isNearest(NodeId who) {
    return view.at(after(self)).equals(who);
  }

  boolean isDown(NodeId who) {
    return isDown(view.indexOf(who));
  }

  private boolean isDown(int index) {
    if (index == self) {
      return false;
    }
    return detector == null ? silent[index] : detector.suspects(view.at(index));
  }

  /** It has confirmed nothing. A detector knows better what that means. */
  boolean confirmedNothing(int index) {
    silent[index] = true;
    return isDown(index);
  }

  void heardOf(int index) {
    silent[index] = false;
  }
}
