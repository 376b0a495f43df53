package coterie.sim.explore.search;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.explore.Plan;
import coterie.sim.explore.local.LocalState;
import coterie.sim.explore.local.Packet;
import java.util.Arrays;
import java.util.List;

/**
 * What has to happen some day if it can happen all the time: that a message arrives, that time
 * passes for a node until its next alarm expires, that a save becomes durable, that a call is made,
 * that a cut is healed and that a paused node goes on. Faults need not happen. Each has a number.
 */
public final class Actions {
  /** The number of what need not happen. */
  public static final int NONE = -1;

  private static final int KINDS_SHIFT = 3;
  private static final int EXPIRE = 1;
  private static final int SYNC = 2;
  private static final int HEAL = 3;
  private static final int CALL = 4;

  private final GroupState at;
  private final List<Plan.Call> calls;
  private final View members;
  private final boolean isFifo;
  private final boolean isSynchronous;
  private int[] enabled = new int[64];
  private int count;

  Actions(GroupState at, Plan plan) {
    this.at = at;
    this.calls = plan.calls();
    this.members = plan.members();
    this.isFifo = plan.model().order() == Plan.Order.FIFO;
    this.isSynchronous = plan.model().timing() == Plan.Timing.SYNC;
  }

  /**
   * Returns the number of what happens.
   *
   * @param node the node to which it happens
   * @param packet the number of the message that arrives
   */
  public static int of(Deed deed, int node, int packet) {
    return switch (deed) {
      case DELIVER -> packet << KINDS_SHIFT;
      case EXPIRE -> node << KINDS_SHIFT | EXPIRE;
      case SYNC -> node << KINDS_SHIFT | SYNC;
      case CALL -> CALL;
      case HEAL -> HEAL;
      case RESUME -> resume(node);
      case LAPSE, HINT, CRASH, RECOVER, LOSE, DUPLICATE, CUT, PAUSE -> NONE;
    };
  }

  private static int resume(int node) {
    return ((node + 1) << KINDS_SHIFT) | HEAL;
  }

  /** Returns what can happen in the state that was read, sorted; also what leads beyond a bound. */
  int[] enabled() {
    count = 0;
    int paused = at.circumstance.values.paused();
    for (int i = at.packetsAt; i < at.length; i++) {
      Packet packet = at.packet(i);
      boolean canArrive = ((at.down | paused) >>> packet.to & 1) == 0;
      if (canArrive && isFirst(i, packet)) {
        add(packet.id << KINDS_SHIFT);
      }
    }
    for (int node = 0; node < at.nodes; node++) {
      LocalState local = at.local(node);
      if ((paused >>> node & 1) != 0) {
        add(resume(node));
      } else if (local.isUp) {
        if (local.expiring.length > 0 && !(isSynchronous && at.isAwaited(node))) {
          add(node << KINDS_SHIFT | EXPIRE);
        }
        if (local.pending > 0) {
          add(node << KINDS_SHIFT | SYNC);
        }
      }
    }
    if (at.circumstance.values.cut() != 0) {
      add(HEAL);
    }
    if (canCall(at.circumstance.values.calls(), paused)) {
      add(CALL);
    }
    int[] sorted = Arrays.copyOf(enabled, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private boolean canCall(long left, int paused) {
    int ready = (1 << at.nodes) - 1 & ~(at.down | paused);
    for (int call = 0; call < calls.size(); call++) {
      NodeId node = calls.get(call).node();
      int whom = node == null ? -1 : 1 << members.indexOf(node);
      if ((left >>> call & 1) != 0 && (ready & whom) != 0) {
        return true;
      }
    }
    return false;
  }

  private boolean isFirst(int index, Packet packet) {
    if (index == at.packetsAt) {
      return true;
    }
    Packet before = at.packet(index - 1);
    return isFifo ? packet.from != before.from || packet.to != before.to : packet.id != before.id;
  }

  private void add(int action) {
    if (count == enabled.length) {
      enabled = Arrays.copyOf(enabled, 2 * count);
    }
    enabled[count++] = action;
  }
}
