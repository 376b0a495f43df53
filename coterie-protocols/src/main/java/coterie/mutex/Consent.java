package coterie.mutex;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.detect.Detector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who has consented to something, and whether that is enough: everybody, or with a detector
 * everybody that is not suspected, and then a majority of all members, this process among them. As
 * two majorities share a member, whatever one entry rests on is known to one that the next asks.
 */
public final class Consent {
  private final View members;
  private final int self;
  private final @Nullable Detector detector;
  private final int least;
  private final BitSet given = new BitSet();

  public Consent(View members, int self, @Nullable Detector detector) {
    this.members = members;
    this.self = self;
    this.detector = detector;
    this.least = detector == null ? members.size() : members.size() / 2 + 1;
    clear();
  }

  /** From now on nobody has consented but this process itself. */
  public void clear() {
    given.clear();
    given.set(self);
  }

  public void give(int member) {
    given.set(member);
  }

  public boolean isSuspected(int member) {
    return detector != null && detector.suspects(members.at(member));
  }

  /** Returns whether that member has yet to consent; a suspected one need not. */
  public boolean isMissing(int member) {
    return !given.get(member) && !isSuspected(member);
  }

  public boolean isEnough() {
    return given.cardinality() >= least && nextMissing(0) == members.size();
  }

  private int nextMissing(int from) {
    int next = given.nextClearBit(from);
    while (next < members.size() && isSuspected(next)) {
      next = given.nextClearBit(next + 1);
    }
    return Math.min(next, members.size());
  }

  /** Those who have yet to consent, in ascending order. */
  public List<NodeId> missing() {
    List<NodeId> missing = new ArrayList<>();
    for (int i = nextMissing(0); i < members.size(); i = nextMissing(i + 1)) {
      missing.add(members.at(i));
    }
    return missing;
  }
}
