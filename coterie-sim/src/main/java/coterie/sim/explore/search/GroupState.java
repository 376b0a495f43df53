package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalState;
import coterie.sim.explore.local.Packet;
import coterie.sim.explore.search.Opinions.Opinion;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A state of the group as numbers: of the states of its nodes, of the circumstance, of the opinion
 * of the monitors, and of the packets in flight. Packets are sorted, where their order does not
 * matter; by link and then by age, where a link keeps the order; by age, where deviations from an
 * order are counted.
 */
final class GroupState extends Padded {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  final int nodes;

  /** Where the packets begin. */
  final int packetsAt;

  private final Plan.Order order;
  private final boolean isQueue;
  private final LocalSpace space;
  private final Circumstances circumstances;
  private final Opinions opinions;

  /** The numbers; only the first ones, by {@link #length}, count. */
  int[] ids = new int[64];

  int length;
  Circumstance circumstance;
  Opinion opinion;
  long fingerprint;

  /** The nodes that are down, as bits. */
  int down;

  /** The nodes that some message may not reach: they are down, or a link is cut. */
  int barred;

  private final boolean forgets;

  /** The packets by number. */
  private @Nullable Packet[] packets;

  /** The states of nodes by number. */
  private @Nullable LocalState[] states;

  GroupState(LocalSpace space, Circumstances circumstances, Opinions opinions) {
    this.space = space;
    this.circumstances = circumstances;
    this.opinions = opinions;
    this.isQueue = space.plan().bounds().deviations() >= 0;
    this.order = space.plan().model().order();
    this.forgets = space.plan().model().forgets() && !space.plan().model().hints();
    this.nodes = space.plan().members().size();
    this.packetsAt = nodes + 2;
    this.circumstance = circumstances.of(0);
    this.opinion = opinions.first();
    this.packets = space.packets();
    this.states = space.states();
  }

  LocalState local(int node) {
    return Objects.requireNonNull(states[ids[node]]);
  }

  long cut(int number) {
    return circumstances.of(number).values.cut();
  }

  /** Reads one state; returns where the next one begins. */
  int read(byte[] from, int start) {
    int at = start;
    int count = 0;
    int shift = 0;
    byte one;
    do {
      one = from[at++];
      count |= (one & 0x7f) << shift;
      shift += 7;
    } while (one < 0);
    reserve(count);
    int[] to = ids;
    for (int i = 0; i < count; i++) {
      one = from[at++];
      int value = one & 0x7f;
      for (shift = 7; one < 0; shift += 7) {
        one = from[at++];
        value |= (one & 0x7f) << shift;
      }
      to[i] = value;
    }
    length = count;
    resolve();
    return at;
  }

  private void reserve(int count) {
    if (ids.length < count) {
      ids = Arrays.copyOf(ids, 2 * count);
    }
  }

  /**
   * Looks up what the numbers mean. References are written where they change; arrays only ever
   * become longer.
   */
  private void resolve() {
    @Nullable LocalState[] known = space.states();
    if (states.length != known.length) {
      states = known;
    }
    @Nullable Packet[] all = space.packets();
    if (packets.length != all.length) {
      packets = all;
    }
    Circumstance present = circumstances.of(ids[nodes]);
    if (circumstance.id != present.id) {
      circumstance = present;
    }
    Opinion held = opinions.of(ids[nodes + 1]);
    if (opinion.id != held.id) {
      opinion = held;
    }
    long sum = present.mark + held.mark;
    int lying = 0;
    for (int i = 0; i < nodes; i++) {
      LocalState local = Objects.requireNonNull(known[ids[i]]);
      sum += local.mark;
      lying |= local.isUp ? 0 : 1 << i;
    }
    down = lying;
    barred = present.values.cut() != 0 ? -1 : forgets ? lying : 0;
    fingerprint = sum + sumOfPackets(ids, length);
  }

  Packet packet(int index) {
    return Objects.requireNonNull(packets[ids[index]]);
  }

  /** Returns the packet, which may be newer than the state. */
  Packet packetOf(int id) {
    @Nullable Packet[] known = packets;
    if (id >= known.length || known[id] == null) {
      known = space.packets();
      packets = known;
    }
    return Objects.requireNonNull(known[id]);
  }

  /** Returns the part of the fingerprint that comes from the packets. */
  long sumOfPackets(int[] state, int size) {
    long sum = 0;
    int link = -1;
    int place = 0;
    for (int i = packetsAt; i < size; i++) {
      Packet packet = packetOf(state[i]);
      if (order == Plan.Order.FIFO) {
        int own = packet.from * nodes + packet.to;
        place = own == link ? place + 1 : 0;
        link = own;
        sum += LocalSpace.mix(packet.mark + place * GOLDEN);
      } else if (isQueue) {
        sum += LocalSpace.mix(packet.mark + i * GOLDEN);
      } else {
        sum += packet.mark;
      }
    }
    return sum;
  }

  /** Returns whether a message to the node is in flight. */
  boolean isAwaited(int node) {
    for (int i = packetsAt; i < length; i++) {
      if (packet(i).to == node) {
        return true;
      }
    }
    return false;
  }

  /** Adds a packet to a state that is being made; returns its new length. */
  int insert(int[] state, int size, Packet packet) {
    int at = size;
    if (isQueue) {
      state[at] = packet.id;
      return size + 1;
    }
    if (order == Plan.Order.FIFO) {
      int link = packet.from * nodes + packet.to;
      while (at > packetsAt && link(state[at - 1]) > link) {
        state[at] = state[at - 1];
        at--;
      }
    } else {
      while (at > packetsAt && state[at - 1] > packet.id) {
        state[at] = state[at - 1];
        at--;
      }
      if (order == Plan.Order.SET && at > packetsAt && state[at - 1] == packet.id) {
        System.arraycopy(state, at + 1, state, at, size - at);
        return size;
      }
    }
    state[at] = packet.id;
    return size + 1;
  }

  private int link(int id) {
    Packet packet = packetOf(id);
    return packet.from * nodes + packet.to;
  }
}
