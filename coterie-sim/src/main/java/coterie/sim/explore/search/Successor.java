package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import coterie.sim.explore.local.Packet;
import coterie.sim.explore.local.Transition;
import coterie.sim.explore.search.Opinions.Opinion;
import org.jspecify.annotations.Nullable;

/**
 * Makes the successors of a state. The fingerprint of one is computed from what changes; the state
 * itself is made only if nobody has seen its fingerprint before.
 */
final class Successor {
  /** Hears of successors. */
  interface Listener {
    /** Returns whether to make the state. */
    boolean wants(long fingerprint);

    /** A state that was asked for. */
    void found(int[] state, int length);

    /** Somebody objects to what happens in this step. */
    void objected(Opinions.Objection objection);
  }

  final GroupState at;
  private final Opinions opinions;
  private final Links links;
  private final Listener listener;
  private final boolean forgets;
  private final boolean isPlain;
  private final int pendingMax;
  private int[] next = new int[128];
  private int size;

  // What is happening, for those who want to know afterwards.
  private int ordinal;
  private Deed deed = Deed.DELIVER;
  private int subject;
  private int event;
  private int packet;
  private long idleNanos;
  private long crowded;
  private @Nullable Transition transition;

  Successor(GroupState at, Plan plan, Opinions opinions, Listener listener) {
    this.at = at;
    this.opinions = opinions;
    this.links = new Links(at.nodes);
    this.listener = listener;
    this.forgets = plan.model().forgets() && !plan.model().hints();
    this.pendingMax = plan.bounds().pending();
    this.isPlain =
        plan.model().order() == Plan.Order.MULTISET
            && plan.bounds().deviations() < 0
            && pendingMax == Integer.MAX_VALUE;
  }

  /** Returns the how-manieth successor it is. */
  int ordinal() {
    return ordinal;
  }

  Deed deed() {
    return deed;
  }

  /** Returns the node, or the number of the cut. */
  int subject() {
    return subject;
  }

  int event() {
    return event;
  }

  int packet() {
    return packet;
  }

  /** Returns how many successors had too many messages in flight. */
  long crowded() {
    return crowded;
  }

  /** Returns by how much the clock of the node goes on before. */
  long idleNanos() {
    return idleNanos;
  }

  void idle(long nanos) {
    idleNanos = nanos;
  }

  @Nullable Transition transition() {
    return transition;
  }

  void begin() {
    ordinal = 0;
  }

  void deed(Deed newDeed, int newSubject, int newEvent, int newPacket) {
    deed = newDeed;
    subject = newSubject;
    event = newEvent;
    packet = newPacket;
  }

  /**
   * Offers a successor.
   *
   * @param node whose state changes; negative if none does
   * @param removed the place of the packet that is gone; negative if none is
   * @param mark that of the packet
   * @param seen the number of the observations
   */
  void offer(
      int node,
      @Nullable Transition step,
      int removed,
      long mark,
      Circumstance circumstance,
      int seen) {
    ordinal++;
    transition = step;
    Opinion opinion = seen == 0 ? at.opinion : opinions.after(at.opinion, seen);
    if (step != null && (step.receivers & at.barred) != 0) {
      opinion = lose(opinion, step, circumstance);
    }
    if (opinion.objection != null || (step != null && step.thrown != null)) {
      object(opinion, step);
      return;
    }
    if (!isPlain) {
      build(node, step, removed, circumstance, opinion, -1);
      return;
    }
    long sum = at.fingerprint;
    if (opinion != at.opinion) {
      sum += opinion.mark - at.opinion.mark;
    }
    if (circumstance != at.circumstance) {
      sum += circumstance.mark - at.circumstance.mark;
    }
    if (step != null) {
      sum += step.gain;
      if ((step.receivers & at.barred) != 0) {
        sum -= barred(step, circumstance, at.down);
      }
    }
    if (removed >= 0) {
      sum -= mark;
    }
    if (listener.wants(sum)) {
      make(node, step, removed, circumstance, opinion, -1);
      listener.found(next, size);
    }
  }

  /** Tells the monitors of what is sent and can never arrive. */
  private Opinion lose(Opinion before, Transition step, Circumstance circumstance) {
    Opinion opinion = before;
    for (int id : step.sent) {
      Packet leaving = at.packetOf(id);
      if (isBarred(leaving, circumstance, at.down)) {
        opinion = opinions.after(opinion, leaving.lost);
      }
    }
    return opinion;
  }

  private void object(Opinion opinion, @Nullable Transition step) {
    Opinions.Objection objection = opinion.objection;
    String thrown = step == null ? null : step.thrown;
    if (objection != null) {
      listener.objected(objection);
    } else if (thrown != null) {
      listener.objected(new Opinions.Objection("exceptions", "the protocol threw " + thrown));
    }
  }

  /** Offers a successor in which all messages to a node are gone. */
  void offerAndPurge(int node, Transition step, Circumstance circumstance, int purge) {
    ordinal++;
    transition = step;
    Opinion opinion = opinions.after(at.opinion, step.seen);
    for (int i = at.packetsAt; purge >= 0 && i < at.length; i++) {
      opinion = at.packet(i).to == purge ? opinions.after(opinion, at.packet(i).lost) : opinion;
    }
    if (opinion.objection != null || step.thrown != null) {
      object(opinion, step);
    } else {
      build(node, step, -1, circumstance, opinion, purge);
    }
  }

  /** Offers a successor in which a packet is there once more. */
  void offerTwice(Packet twice, Circumstance circumstance) {
    ordinal++;
    transition = null;
    Opinion opinion = opinions.after(at.opinion, twice.duplicated);
    if (opinion.objection != null) {
      object(opinion, null);
      return;
    }
    make(-1, null, -1, circumstance, opinion, -1);
    size = at.insert(next, size, twice);
    offerMade(circumstance, opinion, -1, null);
  }

  private void build(
      int node,
      @Nullable Transition step,
      int removed,
      Circumstance circumstance,
      Opinion opinion,
      int purge) {
    make(node, step, removed, circumstance, opinion, purge);
    offerMade(circumstance, opinion, node, step);
  }

  private void offerMade(
      Circumstance circumstance, Opinion opinion, int node, @Nullable Transition step) {
    if (pendingMax != Integer.MAX_VALUE && isCrowded()) {
      crowded++;
      return;
    }
    long sum = circumstance.mark + opinion.mark + at.sumOfPackets(next, size);
    for (int i = 0; i < at.nodes; i++) {
      sum += i == node && step != null ? step.to.mark : at.locals[i].mark;
    }
    if (listener.wants(sum)) {
      listener.found(next, size);
    }
  }

  private boolean isCrowded() {
    for (int i = at.packetsAt; i < size; i++) {
      Packet one = at.packetOf(next[i]);
      int same = 0;
      for (int k = at.packetsAt; k < size; k++) {
        Packet other = at.packetOf(next[k]);
        same += one.from == other.from && one.to == other.to ? 1 : 0;
      }
      if (same > pendingMax) {
        return true;
      }
    }
    return false;
  }

  private void make(
      int node,
      @Nullable Transition step,
      int removed,
      Circumstance circumstance,
      Opinion opinion,
      int purge) {
    int sent = step == null ? 0 : step.sent.length;
    if (next.length < at.length + sent + 1) {
      next = new int[2 * (at.length + sent + 1)];
    }
    int[] to = next;
    System.arraycopy(at.ids, 0, to, 0, at.nodes);
    if (node >= 0 && step != null) {
      to[node] = step.to.id;
    }
    to[at.nodes] = circumstance.id;
    to[at.nodes + 1] = opinion.id;
    int end = at.packetsAt;
    for (int i = at.packetsAt; i < at.length; i++) {
      if (i != removed && (purge < 0 || at.packet(i).to != purge)) {
        to[end++] = at.ids[i];
      }
    }
    size = end;
    int down = at.down;
    if (step != null && node >= 0) {
      down = step.to.isUp ? down & ~(1 << node) : down | 1 << node;
    }
    for (int i = 0; step != null && i < sent; i++) {
      Packet leaving = at.packetOf(step.sent[i]);
      if (!isBarred(leaving, circumstance, down)) {
        size = at.insert(to, size, leaving);
      }
    }
  }

  private long barred(Transition step, Circumstance circumstance, int down) {
    long sum = 0;
    for (int id : step.sent) {
      Packet leaving = at.packetOf(id);
      sum += isBarred(leaving, circumstance, down) ? leaving.mark : 0;
    }
    return sum;
  }

  /** Whether it can never arrive: the link is cut, or nobody is there. */
  private boolean isBarred(Packet leaving, Circumstance circumstance, int down) {
    if (leaving.from == leaving.to) {
      return false;
    }
    boolean isCut = (circumstance.values.cut() & links.bit(leaving.from, leaving.to)) != 0;
    return isCut || (forgets && (down >>> leaving.to & 1) != 0);
  }
}
