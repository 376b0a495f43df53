package coterie.sim.manual;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.NodeInput;
import coterie.kernel.PendingWrite;
import coterie.sim.Conditions;
import coterie.sim.Disk;
import coterie.sim.FaultApplier;
import coterie.sim.Hosts;
import coterie.sim.Network;
import coterie.sim.NodeClocks;
import coterie.sim.Setup;
import coterie.sim.StageWitness.Drop;
import coterie.sim.StageWitnesses;
import coterie.sim.fault.Latency;
import coterie.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets nothing happen by itself: what was sent, set and saved lies here until somebody chooses it.
 * Every node has a clock of its own, which does not move until one of its alarms expires.
 */
final class ManualDriver implements Driver {
  /** An alarm, and when it is due by the clock of its node. */
  record Deadline(NodeAlarm alarm, long atNanos) {}

  /** That nobody listens at the target is about to be told to the node. */
  record Hint(int node, int target, int channel) {}

  final StageWitnesses witnesses = new StageWitnesses();
  final Hosts hosts;
  final Kernel kernel;
  final Network network;
  final Conditions conditions;
  final NodeClocks clocks;
  final Disk disk = new Disk();
  final FaultApplier faults;
  final List<InFlight> flights = new ArrayList<>();
  final List<Hint> hints = new ArrayList<>();

  /** By handle, which is the order in which they were set. */
  final SortedMap<Integer, Deadline> deadlines = new TreeMap<>();

  private final long[] times;
  private long now;
  private int handles;
  private long messages;
  private List<Long> given = List.of();
  private final List<Long> drawn = new ArrayList<>();

  ManualDriver(View members, Blueprint blueprint, Setup setup) {
    int size = members.size();
    this.hosts = new Hosts(members, setup.seed());
    this.network = new Network(setup.seed(), size, Latency.instant());
    this.conditions = new Conditions(size);
    this.clocks = new NodeClocks(setup.seed(), size);
    this.faults = new FaultApplier(members, network, conditions, clocks);
    this.times = new long[size];
    this.kernel = new Kernel(this, members, blueprint);
  }

  long now() {
    return now;
  }

  long messages() {
    return messages;
  }

  /** Returns how far a node has got since the start of the run. */
  long time(int node) {
    return times[node];
  }

  void passTo(long time) {
    now = Math.max(now, time);
  }

  void passTo(int node, long time) {
    times[node] = Math.max(times[node], time);
    passTo(times[node]);
  }

  // ---- random numbers

  /** The next event draws these, and then from the seed. */
  void give(List<Long> draws) {
    given = draws;
    drawn.clear();
  }

  /** Returns what was drawn since, all of it. */
  List<Long> drawn() {
    if (drawn.size() < given.size()) {
      throw new DrawException(
          "\"drawing\" gives %d random numbers, and the node draws %d"
              .formatted(given.size(), drawn.size()));
    }
    return List.copyOf(drawn);
  }

  @Override
  public long random(int node, long bound) {
    int position = drawn.size();
    long value = position < given.size() ? given.get(position) : hosts.random(node).below(bound);
    if (value >= bound) {
      throw new DrawException(
          "\"drawing\" gives %d where the node draws a number from 0 to %d"
              .formatted(value, bound - 1));
    }
    drawn.add(value);
    return value;
  }

  // ---- what lies here

  /** Everything for an earlier life of that node is lost. */
  void loseFor(int node) {
    List<InFlight> stale = flights.stream().filter(flight -> flight.to() == node).toList();
    flights.removeIf(flight -> flight.to() == node);
    hints.removeIf(hint -> hint.node() == node);
    stale.forEach(flight -> dropped(flight, Drop.STALE));
  }

  void dropped(InFlight flight, Drop why) {
    if (witnesses.watch()) {
      witnesses.dropped(now, hosts.id(flight.from()), hosts.id(flight.to()), flight.message(), why);
    }
  }

  /** Returns the running alarms of a node that are due before all its others. */
  List<Deadline> next(int node) {
    List<Deadline> next = new ArrayList<>();
    for (Deadline one : deadlines.values()) {
      if (one.alarm.node() == node) {
        if (!next.isEmpty() && due(one) < due(next.getFirst())) {
          next.clear();
        }
        if (next.isEmpty() || due(one) == due(next.getFirst())) {
          next.add(one);
        }
      }
    }
    return next;
  }

  /** Of several that are overdue, all are due now. */
  private long due(Deadline deadline) {
    return Math.max(deadline.atNanos, times[deadline.alarm.node()]);
  }

  // ---- what the kernel asks for

  @Override
  public long timeNanos() {
    return now;
  }

  @Override
  public long clockNanos(int node) {
    return clocks.monotonicNanos(node, times[node]);
  }

  @Override
  public long wallMillis(int node) {
    return clocks.wallMillis(node, times[node]);
  }

  @Override
  public long incarnation(int node) {
    return hosts.incarnation(node);
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    int node = alarm.node();
    deadlines.put(++handles, new Deadline(alarm, times[node] + clocks.trueDelay(node, delayNanos)));
    return handles;
  }

  @Override
  public void cancel(NodeAlarm alarm) {
    deadlines.remove(alarm.handle());
  }

  @Override
  public void transmit(int from, int channel, NodeId receiver, Message message) {
    InFlight flight = new InFlight(from, hosts.index(receiver), channel, message);
    messages++;
    Drop why = from == flight.to() ? null : barrier(flight);
    if (why == null) {
      flights.add(flight);
    } else {
      dropped(flight, why);
    }
  }

  private @Nullable Drop barrier(InFlight flight) {
    return conditions.isMute(flight.from())
        ? Drop.MUTE
        : network.barrier(flight.from(), flight.to());
  }

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    return disk.load(node, channel, name, type);
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    return disk.open(node, channel, name);
  }

  @Override
  public void persist(int node, PendingWrite write) {
    // It becomes durable when somebody chooses so.
  }

  @Override
  public void again(int node, NodeInput input) {
    throw new IllegalStateException("nothing is handed to a paused node, so nothing waits for it");
  }

  @Override
  public void again(NodeAlarm alarm) {
    throw new IllegalStateException("no alarm of a paused node expires, so none waits for it");
  }
}
