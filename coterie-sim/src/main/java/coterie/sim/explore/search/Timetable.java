package coterie.sim.explore.search;

import coterie.sim.explore.local.LocalEvent;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalState;
import coterie.sim.explore.local.LocalStepper;
import coterie.sim.explore.local.Packet;
import coterie.sim.explore.local.Transition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets things happen as in the simulator on its instant network: saves are durable first, then the
 * oldest message arrives, and if none is in flight, the next alarm of all expires. All clocks show
 * the same time. Whatever else happens before that is a deviation, of which there are few.
 *
 * <p>A node whose turn comes has been idle for some time, by which its clock goes on first. How
 * long that is for each node is a part of the circumstance.
 */
final class Timetable {
  /** An alarm that may be the next. */
  private record Due(int node, int event, long inNanos) {}

  private final GroupState at;
  private final LocalSpace space;
  private final LocalStepper stepper;
  private final Circumstances circumstances;
  private final Successor out;
  private final int sync;
  private int rank;

  Timetable(
      LocalSpace space, LocalStepper stepper, Circumstances circumstances, Successor successor) {
    this.at = successor.at;
    this.space = space;
    this.stepper = stepper;
    this.circumstances = circumstances;
    this.out = successor;
    this.sync = space.number(new LocalEvent.Sync());
  }

  private boolean isAwake(int node) {
    return at.local(node).isUp && (at.circumstance.values.paused() >>> node & 1) == 0;
  }

  private long idleNanos(int node) {
    return at.circumstance.values.idleNanos().get(node);
  }

  /** Returns the state of a node whose clock has gone on to the present. */
  LocalState present(int node) {
    long idle = idleNanos(node);
    LocalState local = at.local(node);
    out.idle(idle);
    return idle == 0 ? local : stepper.step(local, space.number(new LocalEvent.Elapse(idle))).to;
  }

  /** Returns what a circumstance becomes when a node acts, and that much time passes before. */
  Circumstance acted(Circumstance circumstance, int node, long passesNanos) {
    return circumstances.acted(circumstance, node, passesNanos, at.down);
  }

  void run() {
    rank = 0;
    for (int node = 0; node < at.nodes; node++) {
      if (isAwake(node) && at.local(node).pending > 0) {
        offer(Deed.SYNC, node, present(node), sync, null, -1, 0);
      }
    }
    for (int i = at.packetsAt; i < at.length; i++) {
      Packet packet = at.packet(i);
      if (isAwake(packet.to)) {
        offer(Deed.DELIVER, packet.to, present(packet.to), packet.arrival(), packet, i, 0);
      } else if (!at.local(packet.to).isUp) {
        lapse(packet, i);
      }
    }
    for (Due due : alarms()) {
      boolean isLate = due.inNanos == 0;
      LocalState local = isLate ? present(due.node) : at.local(due.node);
      if (!isLate) {
        out.idle(0);
      }
      offer(Deed.EXPIRE, due.node, local, due.event, null, -1, due.inNanos);
    }
  }

  private List<Due> alarms() {
    List<Due> all = new ArrayList<>();
    for (int node = 0; node < at.nodes; node++) {
      LocalState local = at.local(node);
      if (isAwake(node)) {
        for (int event : local.expiring) {
          all.add(new Due(node, event, Math.max(0, local.leftNanos - idleNanos(node))));
        }
      }
    }
    all.sort(Comparator.comparingLong(Due::inNanos));
    return all;
  }

  private @Nullable Circumstance next() {
    return rank++ == 0
        ? at.circumstance
        : circumstances.after(at.circumstance, Circumstances.DEVIATE);
  }

  private void offer(
      Deed deed,
      int node,
      LocalState local,
      int event,
      @Nullable Packet packet,
      int removed,
      long passesNanos) {
    Circumstance next = next();
    if (next == null) {
      return;
    }
    Circumstance after = acted(next, node, passesNanos);
    Transition each = stepper.step(local, event);
    while (each != null && !each.isNone()) {
      out.deed(deed, node, event, packet == null ? -1 : packet.id);
      out.offer(node, each, removed, 0, after, each.seen);
      each = each.more;
    }
  }

  private void lapse(Packet packet, int index) {
    Circumstance next = next();
    if (next != null) {
      out.deed(Deed.LAPSE, packet.to, -1, packet.id);
      out.offer(-1, null, index, 0, next, packet.lost);
    }
  }
}
