package coterie.sim.explore.local;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.encode.Atoms;
import coterie.sim.explore.encode.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of single nodes: their states, packets, events, and what leads where. A few
 * hundred states of nodes make millions of states of a group, so that nearly all that a search asks
 * is known already. Everything is known by number; equal things have one number.
 *
 * <p>All threads of a search share it. What is written takes a lock; what is read does not: a
 * reader that comes too early finds nothing, and asks under the lock.
 */
public final class LocalSpace {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final int PACKET_PLACE = 1_000;

  /** What a state, a packet or a list takes beside its code: objects, and entries of maps. */
  private static final int STATE_BYTES = 350;

  private static final int PACKET_BYTES = 250;
  private static final int LIST_BYTES = 150;
  private static final int OBSERVATION_BYTES = 60;

  /** Bytes that are compared by content. */
  private static final class Key {
    private final byte[] code;
    private final int hash;

    Key(byte[] code) {
      this.code = code;
      this.hash = Arrays.hashCode(code);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Arrays.equals(code, key.code);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Plan plan;
  private final Atoms atoms = new Atoms();
  private final Fields fields;
  private final Map<Key, LocalState> states = new HashMap<>();
  private final Map<Key, Packet> packets = new HashMap<>();
  private final Map<LocalEvent, Integer> events = new HashMap<>();
  private final Map<List<Observation>, Integer> lists = new HashMap<>();
  private volatile @Nullable LocalState[] stateOf = new @Nullable LocalState[1024];
  private volatile @Nullable Packet[] packetOf = new @Nullable Packet[1024];
  private final List<LocalEvent> eventOf = new ArrayList<>();
  private final List<List<Observation>> listOf = new ArrayList<>();
  private final KeyedTable<Transition> memo = new KeyedTable<>();
  private final AtomicLong misses = new AtomicLong();
  private final AtomicLong pruned = new AtomicLong();
  private volatile long bytes;
  private volatile boolean isSampled;

  public LocalSpace(Plan plan) {
    this.plan = plan;
    this.fields = new Fields(atoms, plan.bounds().values());
    lists.put(List.of(), 0);
    listOf.add(List.of());
  }

  public Plan plan() {
    return plan;
  }

  /** Returns the bounds whose fields nothing has that was found so far. */
  public SortedSet<String> unusedBounds() {
    return fields.unused();
  }

  Fields fields() {
    return fields;
  }

  KeyedTable<Transition> memo() {
    return memo;
  }

  // ---- what can be asked

  /** Returns all states, by number; those that are newer than the array are not in it. */
  public @Nullable LocalState[] states() {
    return stateOf;
  }

  public @Nullable Packet[] packets() {
    return packetOf;
  }

  public LocalState state(int id) {
    return Objects.requireNonNull(stateOf[id]);
  }

  public Packet packet(int id) {
    return Objects.requireNonNull(packetOf[id]);
  }

  public synchronized List<Observation> seen(int number) {
    return listOf.get(number);
  }

  public synchronized LocalEvent event(int number) {
    return number % 2 == 0 ? new LocalEvent.Receive(packet(number / 2)) : eventOf.get(number / 2);
  }

  /** Returns whether two protocols have alarms of that name. */
  public synchronized boolean isShared(String alarm) {
    return eventOf.stream()
            .filter(each -> each instanceof LocalEvent.Expire one && one.alarm().equals(alarm))
            .count()
        > 1;
  }

  public synchronized int size() {
    return states.size();
  }

  public synchronized int packetCount() {
    return packets.size();
  }

  /** Returns how often a node had to be built to see what it does. */
  public long misses() {
    return misses.get();
  }

  /** Returns how many events lead beyond the bounds of values. */
  public long pruned() {
    return pruned.get();
  }

  /** Returns about how much memory it takes. */
  public long bytes() {
    return bytes + memo.bytes() + atoms.bytes();
  }

  /** Returns whether some random numbers were left out. */
  public boolean isSampled() {
    return isSampled;
  }

  /** Takes note that some random numbers were left out. */
  void sample() {
    isSampled = true;
  }

  void missed() {
    misses.incrementAndGet();
  }

  void prune() {
    pruned.incrementAndGet();
  }

  // ---- what becomes known

  /** Returns a number for an event other than the arrival of a packet. */
  public synchronized int number(LocalEvent event) {
    Integer number = events.get(event);
    if (number == null) {
      number = 2 * eventOf.size() + 1;
      events.put(event, number);
      eventOf.add(event);
    }
    return number;
  }

  /** Returns a number for those of the observations that a monitor minds. */
  public synchronized int number(List<Observation> seen) {
    List<Observation> minded = seen.stream().filter(this::isMinded).toList();
    Integer number = lists.get(minded);
    if (number == null) {
      number = listOf.size();
      lists.put(minded, number);
      listOf.add(minded);
      bytes += LIST_BYTES + (long) OBSERVATION_BYTES * minded.size();
    }
    return number;
  }

  private boolean isMinded(Observation seen) {
    for (Monitor<?> monitor : plan.monitors()) {
      if (monitor.minds(seen)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the state of that code; if it is new, it is made for the next number. */
  synchronized LocalState state(byte[] code, IntFunction<LocalState> maker) {
    Key key = new Key(code);
    LocalState known = states.get(key);
    if (known == null) {
      int id = states.size();
      known = maker.apply(id);
      states.put(key, known);
      @Nullable LocalState[] all = stateOf;
      all = id < all.length ? all : Arrays.copyOf(all, 2 * id);
      all[id] = known;
      stateOf = all;
      bytes += STATE_BYTES + code.length + known.disk.bytes();
    }
    return known;
  }

  synchronized Packet packet(byte[] code, int from, int to, int channel, Message message) {
    Key key = new Key(code);
    Packet known = packets.get(key);
    if (known == null) {
      int id = packets.size();
      View members = plan.members();
      NodeId sender = members.at(from);
      NodeId receiver = members.at(to);
      int lost = number(List.of(new Observation.Lost(sender, channel, receiver, message)));
      int again = number(List.of(new Observation.Duplicated(sender, channel, receiver, message)));
      known = new Packet(id, from, to, channel, message, mark(PACKET_PLACE, id), lost, again);
      packets.put(key, known);
      @Nullable Packet[] all = packetOf;
      all = id < all.length ? all : Arrays.copyOf(all, 2 * id);
      all[id] = known;
      packetOf = all;
      // The message itself: a number of one byte in the code is a field of eight or so.
      bytes += PACKET_BYTES + 9L * code.length;
    }
    return known;
  }

  /** Returns random bits for something at its place; a fingerprint is the sum of such marks. */
  public static long mark(int place, int id) {
    return mix(mix((place + 1) * GOLDEN) + id * GOLDEN);
  }

  /** The finalizer of SplitMix (Steele et al. 2014). */
  public static long mix(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
