package coterie.elect.raft;

import coterie.core.NodeId;
import coterie.core.View;

/** A leader's lease by a majority of every list of voters in force, which are one or two. */
final class JointLease {
  private final View[] lists;
  private final Lease[] leases;

  JointLease(Charter charter, NodeId self) {
    lists =
        charter.exchanges()
            ? new View[] {charter.voters(), charter.next()}
            : new View[] {charter.voters()};
    leases = new Lease[lists.length];
    for (int i = 0; i < lists.length; i++) {
      int size = lists[i].size();
      leases[i] = new Lease(size, lists[i].indexOf(self) >= 0 ? size / 2 : size / 2 + 1);
    }
  }

  void begin(long nowNanos) {
    for (Lease lease : leases) {
      lease.begin(nowNanos);
    }
  }

  long sending(long nowNanos) {
    long round = 0;
    for (Lease lease : leases) {
      round = lease.sending(nowNanos);
    }
    return round;
  }

  /** Whether a majority of some list is known to have heard a later round than before. */
  boolean heard(NodeId member, long round) {
    boolean isLater = false;
    for (int i = 0; i < lists.length; i++) {
      int index = lists[i].indexOf(member);
      isLater |= index >= 0 && leases[i].heard(index, round);
    }
    return isLater;
  }

  boolean knows(long round) {
    return leases[0].knows(round);
  }

  long heardBy(NodeId member) {
    long round = 0;
    for (int i = 0; i < lists.length; i++) {
      int index = lists[i].indexOf(member);
      round = index >= 0 ? Math.max(round, leases[i].heardBy(index)) : round;
    }
    return round;
  }

  /** When the last round was sent that majorities of all lists have heard. */
  long heldNanos() {
    long held = leases[0].heldNanos();
    for (Lease lease : leases) {
      held = lease.heldNanos() - held < 0 ? lease.heldNanos() : held;
    }
    return held;
  }

  boolean isHeld() {
    boolean isHeld = true;
    for (Lease lease : leases) {
      isHeld &= lease.isHeld();
    }
    return isHeld;
  }
}
