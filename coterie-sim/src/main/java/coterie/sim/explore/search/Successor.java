package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import coterie.sim.explore.local.Packet;
import coterie.sim.explore.local.Transition;
import coterie.sim.explore.search.Opinions.Opinion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes the successors of a state. The fingerprint of one is computed from what changes; the state
 * itself is made only if nobody has seen its fingerprint before. Nearly every look at the visited
 * fingerprints has to wait for memory, so those of all successors are looked at together.
 *
 * <p>What happens all the time writes numbers, and hardly a reference: the collectors note each
 * write of a reference in a table in which 32 kB of objects share a line of the cache, and threads
 * would take these lines from each other.
 */
final class Successor extends Padded {
  /** Hears of successors. */
  interface Listener {
    /** These fingerprints will be asked for, one after the other. */
    default void expect(long[] fingerprints, int count) {}

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

  /** The fingerprints of successors; the first ones, by {@link #count}, wait. */
  private long[] sums = new long[64];

  /** For each of them, numbers by the places below. */
  private int[] offers = new int[64 * OFFER];

  /**
   * What the node does, for each of them. Those in the middle are used: so this array, however it
   * lies in memory, keeps what is written here away from what other threads write.
   */
  private @Nullable Transition[] steps = new @Nullable Transition[2 * MARGIN + 64];

  private int count;

  /** Which of them is happening, for those who want to know. */
  private int told;

  private int ordinal;
  private long idleNanos;
  private long crowded;

  private static final Deed[] DEEDS = Deed.values();
  private static final int MARGIN = 1 << 13;

  private static final int ORDINAL = 0;
  private static final int DEED = 1;
  private static final int SUBJECT = 2;
  private static final int EVENT = 3;
  private static final int PACKET = 4;
  private static final int NODE = 5;
  private static final int REMOVED = 6;
  private static final int CIRCUMSTANCE = 7;
  private static final int OPINION = 8;
  private static final int PURGE = 9;
  private static final int OFFER = 10;

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

  private void reserve() {
    sums = Arrays.copyOf(sums, 2 * count);
    offers = Arrays.copyOf(offers, 2 * count * OFFER);
    steps = Arrays.copyOf(steps, 2 * MARGIN + 2 * count);
  }

  private int told(int what) {
    return offers[told * OFFER + what];
  }

  /** Returns its number among the successors of the state. */
  int ordinal() {
    return told(ORDINAL);
  }

  /** Returns how many successors there were. */
  int total() {
    return ordinal;
  }

  Deed deed() {
    return DEEDS[told(DEED)];
  }

  /** Returns the node, or the number of the cut. */
  int subject() {
    return told(SUBJECT);
  }

  int event() {
    return told(EVENT);
  }

  int packet() {
    return told(PACKET);
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
    return steps[MARGIN + told];
  }

  void begin() {
    ordinal = 0;
    count = 0;
  }

  /** Makes those that wait and that the listener asks for. */
  void end() {
    listener.expect(sums, count);
    for (int i = 0; i < count; i++) {
      told = i;
      if (listener.wants(sums[i])) {
        make(
            told(NODE),
            steps[MARGIN + i],
            told(REMOVED),
            told(CIRCUMSTANCE),
            told(OPINION),
            told(PURGE));
        listener.found(next, size);
      }
    }
  }

  /** Says what happens in the next successor that is offered. */
  @SuppressWarnings("EnumOrdinal") // A number, and not a reference, for the reason above.
  void deed(Deed deed, int subject, int event, int packet) {
    if (count == sums.length) {
      reserve();
    }
    told = count;
    int at = count * OFFER;
    offers[at + ORDINAL] = ++ordinal;
    offers[at + DEED] = deed.ordinal();
    offers[at + SUBJECT] = subject;
    offers[at + EVENT] = event;
    offers[at + PACKET] = packet;
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
    steps[MARGIN + told] = step;
    Opinion opinion = seen == 0 ? at.opinion : opinions.after(at.opinion, seen);
    long less = removed < 0 ? 0 : mark;
    if (step != null && (step.receivers & at.barred) != 0) {
      opinion = lose(opinion, step, circumstance);
      less += barred(step, circumstance, at.down);
    }
    if (opinion.objection != null || (step != null && step.thrown != null)) {
      object(opinion, step);
    } else if (isPlain) {
      keep(node, step, removed, circumstance, opinion, -1, less);
    } else {
      build(node, step, removed, circumstance, opinion, -1);
    }
  }

  /**
   * Keeps a successor until {@link #end}.
   *
   * @param less what the fingerprint loses, beside what the step adds to it
   */
  private void keep(
      int node,
      @Nullable Transition step,
      int removed,
      Circumstance circumstance,
      Opinion opinion,
      int purge,
      long less) {
    long sum = at.fingerprint - less;
    sum += opinion.mark - at.opinion.mark;
    sum += circumstance.mark - at.circumstance.mark;
    sum += step == null ? 0 : step.gain;
    int place = told * OFFER;
    offers[place + NODE] = node;
    offers[place + REMOVED] = removed;
    offers[place + CIRCUMSTANCE] = circumstance.id;
    offers[place + OPINION] = opinion.id;
    offers[place + PURGE] = purge;
    sums[told] = sum;
    count = told + 1;
  }

  /** Tells the monitors of what is sent and can never arrive. */
  private Opinion lose(Opinion before, Transition step, Circumstance circumstance) {
    Opinion opinion = before;
    for (int id : step.sent) {
      Packet leaving = at.packetOf(id);
      if (isBarred(leaving, circumstance.values.cut(), at.down)) {
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
    steps[MARGIN + told] = step;
    Opinion opinion = opinions.after(at.opinion, step.seen);
    long less = 0;
    for (int i = at.packetsAt; purge >= 0 && i < at.length; i++) {
      Packet gone = at.packet(i);
      if (gone.to == purge) {
        opinion = opinions.after(opinion, gone.lost);
        less += gone.mark;
      }
    }
    if (opinion.objection != null || step.thrown != null) {
      object(opinion, step);
    } else if (isPlain) {
      int down = down(node, step);
      keep(node, step, -1, circumstance, opinion, purge, less + barred(step, circumstance, down));
    } else {
      build(node, step, -1, circumstance, opinion, purge);
    }
  }

  /** Offers a successor in which a packet is there once more. */
  void offerTwice(Packet twice, Circumstance circumstance) {
    steps[MARGIN + told] = null;
    Opinion opinion = opinions.after(at.opinion, twice.duplicated);
    if (opinion.objection != null) {
      object(opinion, null);
      return;
    }
    make(-1, null, -1, circumstance.id, opinion.id, -1);
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
    make(node, step, removed, circumstance.id, opinion.id, purge);
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
      sum += i == node && step != null ? step.to.mark : at.local(i).mark;
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
      int node, @Nullable Transition step, int removed, int circumstance, int opinion, int purge) {
    int sent = step == null ? 0 : step.sent.length;
    if (next.length < at.length + sent + 1) {
      next = new int[2 * (at.length + sent + 1)];
    }
    int[] to = next;
    System.arraycopy(at.ids, 0, to, 0, at.nodes);
    if (node >= 0 && step != null) {
      to[node] = step.to.id;
    }
    to[at.nodes] = circumstance;
    to[at.nodes + 1] = opinion;
    int end = at.packetsAt;
    for (int i = at.packetsAt; i < at.length; i++) {
      if (i != removed && (purge < 0 || at.packet(i).to != purge)) {
        to[end++] = at.ids[i];
      }
    }
    size = end;
    int down = step == null ? at.down : down(node, step);
    long cut = at.cut(circumstance);
    for (int i = 0; step != null && i < sent; i++) {
      Packet leaving = at.packetOf(step.sent[i]);
      if (!isBarred(leaving, cut, down)) {
        size = at.insert(to, size, leaving);
      }
    }
  }

  private int down(int node, Transition step) {
    return step.to.isUp ? at.down & ~(1 << node) : at.down | 1 << node;
  }

  /** Returns the marks of what is sent and can never arrive. */
  private long barred(Transition step, Circumstance circumstance, int down) {
    long sum = 0;
    for (int id : step.sent) {
      Packet leaving = at.packetOf(id);
      sum += isBarred(leaving, circumstance.values.cut(), down) ? leaving.mark : 0;
    }
    return sum;
  }

  /** Whether it can never arrive: the link is cut, or nobody is there. */
  private boolean isBarred(Packet leaving, long cut, int down) {
    if (leaving.from == leaving.to) {
      return false;
    }
    boolean isCut = (cut & links.bit(leaving.from, leaving.to)) != 0;
    return isCut || (forgets && (down >>> leaving.to & 1) != 0);
  }
}
