package coterie.elect.ring;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.detect.Detector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the successor of a process on the ring, and skips processes that are believed to be down.
 * Either the detector suspects such a process, or the process did not confirm a message and has
 * been silent since. The second rule helps without a detector, and with one that cannot suspect a
 * process it has never met.
 */
final class Successors {
  private final View view;
  private final @Nullable Detector detector;
  private final int self;
  private final boolean[] silent;

  /**
   * @throws IllegalArgumentException if that process is not a member of the ring
   */
  Successors(NodeId self, View view, @Nullable Detector detector) {
    this.view = view;
    this.detector = detector;
    this.self = view.indexOf(self);
    if (this.self < 0) {
      throw new IllegalArgumentException(self + " is not a member of the ring");
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

  /** The next one that is not believed to be down; the process itself if nobody else is left. */
  int after(int index) {
    int next = view.after(index);
    while (next != self && isDown(next)) {
      next = view.after(next);
    }
    return next;
  }

  /** Returns whether the first one after this process is the one given. */
  boolean isNearest(NodeId who) {
    return view.at(after(self)).equals(who);
  }

  /** Returns whether the detector suspects the process; without a detector, nobody is suspected. */
  boolean isSuspected(NodeId who) {
    return detector != null && detector.suspects(who);
  }

  private boolean isDown(int index) {
    return silent[index] || isSuspected(view.at(index));
  }

  void confirmedNothing(int index) {
    silent[index] = true;
  }

  void heardOf(int index) {
    silent[index] = false;
  }

  /** A leader is known. Where there is a detector, silence need not be remembered for longer. */
  void forgiveSilence() {
    if (detector != null) {
      Arrays.fill(silent, false);
    }
  }
}
