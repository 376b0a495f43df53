package coterie.sim.explore.search;

import coterie.core.NodeId;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.local.LocalEvent;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalState;
import coterie.sim.explore.local.LocalStepper;
import coterie.sim.explore.local.Packet;
import coterie.sim.explore.local.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds all successors of a state of the group, always in the same order: deliveries, alarms,
 * saves, calls, and then faults. Each thread has its own.
 */
final class Expansion {
  private final Plan plan;
  private final int nodes;
  private final LocalSpace space;
  private final LocalStepper stepper;
  private final Circumstances circumstances;
  private final int sync;
  private final int[] plainCrash;
  private final int[] crashes;
  private final int recover;
  private final int[] calls;
  private final int[] paused;
  private final int[] resumed;
  private final boolean isSet;
  private final boolean isFifo;
  private final boolean isSynchronous;

  /** Whether what is sent to a node that is down is forgotten at once. */
  private final boolean forgets;

  /** Null if every schedule is explored. */
  private final @Nullable Timetable timetable;

  final GroupState at;
  private final Successor out;

  Expansion(
      LocalSpace space, Circumstances circumstances, LocalStepper stepper, Successor successor) {
    this.space = space;
    this.plan = space.plan();
    this.nodes = plan.members().size();
    this.stepper = stepper;
    this.circumstances = circumstances;
    this.at = successor.at;
    this.out = successor;
    this.sync = space.number(new LocalEvent.Sync());
    this.plainCrash = new int[] {space.number(new LocalEvent.Crash(false))};
    this.crashes = new int[] {plainCrash[0], space.number(new LocalEvent.Crash(true))};
    this.recover = space.number(new LocalEvent.Recover());
    this.calls =
        plan.calls().stream()
            .mapToInt(call -> space.number(new LocalEvent.Call(call.words())))
            .toArray();
    this.paused = new int[nodes];
    this.resumed = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      paused[i] = space.number(List.of(new Observation.Paused(plan.members().at(i))));
      resumed[i] = space.number(List.of(new Observation.Resumed(plan.members().at(i))));
    }
    this.timetable =
        plan.bounds().deviations() < 0
            ? null
            : new Timetable(space, stepper, circumstances, successor);
    this.isSet = plan.model().order() == Plan.Order.SET;
    this.isFifo = plan.model().order() == Plan.Order.FIFO;
    this.isSynchronous = plan.model().timing() == Plan.Timing.SYNC;
    this.forgets = plan.model().forgets() && !plan.model().hints();
  }

  /** Tells of all successors of the state that was read. */
  void run() {
    out.begin();
    if (timetable == null) {
      deliver();
      act();
    } else {
      timetable.run();
    }
    Circumstance.Values values = at.circumstance.values;
    if (values.calls() != 0) {
      call(values.calls());
    }
    fail(values);
    out.end();
  }

  private void act() {
    for (int node = 0; node < nodes; node++) {
      LocalState local = at.local(node);
      if (local.isUp && !isPaused(node)) {
        expire(node, local);
        if (local.pending > 0) {
          local(Deed.SYNC, node, sync, at.circumstance);
        }
      }
    }
  }

  private boolean isPaused(int node) {
    return (at.circumstance.values.paused() >>> node & 1) != 0;
  }

  private void local(Deed deed, int node, int event, Circumstance next) {
    Transition each = stepper.step(at.local(node), event);
    while (each != null && !each.isNone()) {
      out.deed(deed, node, event, -1);
      out.offer(node, each, -1, 0, next, each.seen);
      each = each.more;
    }
  }

  private void deliver() {
    GroupState state = at;
    for (int i = state.packetsAt; i < state.length; i++) {
      if (isRepeated(i)) {
        continue;
      }
      Packet packet = state.packet(i);
      int to = packet.to;
      if ((state.down >>> to & 1) != 0) {
        lapse(packet, i);
      } else if (!isPaused(to)) {
        Transition each = stepper.step(state.local(to), packet.arrival());
        while (each != null && !each.isNone()) {
          out.deed(Deed.DELIVER, to, packet.arrival(), packet.id);
          out.offer(to, each, isSet ? -1 : i, packet.mark, state.circumstance, each.seen);
          each = each.more;
        }
      }
    }
  }

  /** Whether an equal packet has come before, or one that has to be first. */
  private boolean isRepeated(int i) {
    if (i == at.packetsAt) {
      return false;
    }
    if (isFifo) {
      Packet one = at.packet(i);
      Packet before = at.packet(i - 1);
      return one.from == before.from && one.to == before.to;
    }
    return at.ids[i] == at.ids[i - 1];
  }

  /** A message to a node that is down is lost, and its sender may be told. */
  private void lapse(Packet packet, int index) {
    if (isSet) {
      return;
    }
    boolean isTold = plan.model().hints() && at.local(packet.from).isUp && !isPaused(packet.from);
    if (isTold) {
      int event = space.number(new LocalEvent.Unreachable(packet.channel, packet.to));
      Transition each = stepper.step(at.local(packet.from), event);
      while (each != null && !each.isNone()) {
        out.deed(Deed.HINT, packet.from, event, packet.id);
        out.offer(packet.from, each, index, packet.mark, at.circumstance, each.seen);
        each = each.more;
      }
    }
    out.deed(Deed.LAPSE, packet.to, -1, packet.id);
    out.offer(-1, null, index, packet.mark, at.circumstance, packet.lost);
  }

  private void expire(int node, LocalState local) {
    if (local.expiring.length == 0 || (isSynchronous && at.isAwaited(node))) {
      return;
    }
    for (int event : local.expiring) {
      local(Deed.EXPIRE, node, event, at.circumstance);
    }
  }

  private void call(long left) {
    for (int call = 0; call < calls.length; call++) {
      if ((left >>> call & 1) == 0) {
        continue;
      }
      Circumstance next = circumstances.after(at.circumstance, circumstances.call(call));
      int only = target(call);
      for (int node = 0; next != null && node < nodes; node++) {
        if ((only < 0 || only == node) && at.local(node).isUp && !isPaused(node)) {
          call(node, calls[call], next);
        }
      }
    }
  }

  private void call(int node, int event, Circumstance next) {
    Circumstance after = timetable == null ? next : timetable.acted(next, node, 0);
    LocalState local = timetable == null ? at.local(node) : timetable.present(node);
    Transition each = stepper.step(local, event);
    while (each != null && !each.isNone()) {
      out.deed(Deed.CALL, node, event, -1);
      out.offer(node, each, -1, 0, after, each.seen);
      each = each.more;
    }
  }

  /** Returns the node that is called; negative if it may be any. */
  private int target(int call) {
    NodeId node = plan.calls().get(call).node();
    return node == null ? -1 : plan.members().indexOf(node);
  }

  private void fail(Circumstance.Values values) {
    Plan.Faults left = values.left();
    if (left.crashes() > 0 || at.down != 0) {
      crashOrRecover(left);
    }
    if (!isSet && (left.losses() > 0 || left.duplicates() > 0)) {
      mistreat();
    }
    if (left.cuts() > 0 || values.cut() != 0) {
      cut();
    }
    if (left.pauses() > 0 || values.paused() != 0) {
      pause();
    }
  }

  private void crashOrRecover(Plan.Faults left) {
    for (int node = 0; node < nodes; node++) {
      boolean isUp = at.local(node).isUp;
      if (!isUp && left.recoveries() > 0) {
        Circumstance next = circumstances.after(at.circumstance, circumstances.recover(node));
        purge(Deed.RECOVER, node, recover, next, node);
      } else if (isUp && left.crashes() > 0) {
        Circumstance next = circumstances.after(at.circumstance, circumstances.crash(node));
        for (int event : at.local(node).pending > 0 ? crashes : plainCrash) {
          purge(Deed.CRASH, node, event, next, forgets ? node : -1);
        }
      }
    }
  }

  /** A step after which all messages to a node are gone. */
  private void purge(Deed deed, int node, int event, @Nullable Circumstance next, int purged) {
    Transition each = next == null ? null : stepper.step(at.local(node), event);
    while (next != null && each != null && !each.isNone()) {
      out.deed(deed, node, event, -1);
      Circumstance after = timetable == null ? next : timetable.acted(next, node, 0);
      out.offerAndPurge(node, each, after, purged);
      each = each.more;
    }
  }

  /** Loses and duplicates messages; what a node sends to itself is safe. */
  private void mistreat() {
    Circumstance lost = circumstances.after(at.circumstance, Circumstances.LOSE);
    Circumstance twice = circumstances.after(at.circumstance, Circumstances.DUPLICATE);
    for (int i = at.packetsAt; i < at.length; i++) {
      Packet packet = at.packet(i);
      if (packet.from == packet.to || (i > at.packetsAt && at.ids[i] == at.ids[i - 1])) {
        continue;
      }
      if (lost != null) {
        out.deed(Deed.LOSE, packet.to, -1, packet.id);
        out.offer(-1, null, i, packet.mark, lost, packet.lost);
      }
      if (twice != null) {
        out.deed(Deed.DUPLICATE, packet.to, -1, packet.id);
        out.offerTwice(packet, twice);
      }
    }
  }

  private void cut() {
    for (int i = 0; i < circumstances.cuts().size(); i++) {
      Circumstance next = circumstances.after(at.circumstance, circumstances.cut(i));
      if (next != null) {
        out.deed(Deed.CUT, i, -1, -1);
        out.offer(-1, null, -1, 0, next, 0);
      }
    }
    Circumstance healed = circumstances.after(at.circumstance, Circumstances.HEAL);
    if (healed != null) {
      out.deed(Deed.HEAL, -1, -1, -1);
      out.offer(-1, null, -1, 0, healed, 0);
    }
  }

  private void pause() {
    for (int node = 0; node < nodes; node++) {
      int deed = isPaused(node) ? circumstances.resume(node) : circumstances.pause(node);
      Circumstance next = at.local(node).isUp ? circumstances.after(at.circumstance, deed) : null;
      if (next != null) {
        out.deed(isPaused(node) ? Deed.RESUME : Deed.PAUSE, node, -1, -1);
        out.offer(-1, null, -1, 0, next, isPaused(node) ? resumed[node] : paused[node]);
      }
    }
  }
}
