package coterie.sim.explore.local;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.NodeInput;
import coterie.kernel.PendingWrite;
import coterie.sim.NodeClocks;
import coterie.sim.explore.Plan;
import coterie.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Drives one node at a time. Its clock moves only to the deadline of an alarm that expires, and the
 * wall clock with it. Messages are collected, and what is saved waits for whoever explores.
 */
final class NodeDriver implements Driver {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** An alarm, and when it expires by the clock of the node. */
  record Running(NodeAlarm alarm, long deadlineNanos) {}

  /** A message that has left the node. */
  record Sent(int channel, NodeId to, Message message) {}

  private final Kernel kernel;
  private final long originNanos;
  private final RandomChoices random;
  private final StepWitness witness;
  private final List<Running> running = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();
  private final SortedMap<DiskContent.Shelf, MemoryStorage> opened = new TreeMap<>();
  private DiskContent disk = DiskContent.EMPTY;
  private long nowNanos;
  private long incarnation;
  private boolean isWallRead;
  private int scheduled;

  /** The node that is driven; negative before the first one. */
  private int living = -1;

  /**
   * Makes a driver that is down.
   *
   * @param originNanos what its clock shows when a first life begins
   */
  NodeDriver(Plan plan, long originNanos, RandomChoices random) {
    this.originNanos = originNanos;
    this.random = random;
    this.kernel = new Kernel(this, plan.members(), plan.blueprint());
    this.witness = new StepWitness();
    kernel.watch(witness);
  }

  Kernel kernel() {
    return kernel;
  }

  StepWitness witness() {
    return witness;
  }

  List<Running> running() {
    return running;
  }

  List<Sent> sent() {
    return sent;
  }

  SortedMap<DiskContent.Shelf, MemoryStorage> opened() {
    return opened;
  }

  DiskContent disk() {
    return disk;
  }

  long incarnation() {
    return incarnation;
  }

  /** Returns what the clock shows since the first life began. */
  long elapsedNanos() {
    return nowNanos - originNanos;
  }

  long nowNanos() {
    return nowNanos;
  }

  boolean isWallRead() {
    return isWallRead;
  }

  /** Begins a life; an earlier one is over. */
  void begin(int node, long newIncarnation, DiskContent durable, long elapsedNanos) {
    if (living >= 0) {
      end(living);
    }
    living = node;
    incarnation = newIncarnation;
    disk = durable;
    nowNanos = originNanos + elapsedNanos;
    witness.starts(kernel.id(node), newIncarnation);
    kernel.start(node, () -> {});
  }

  /** Ends the life of a node, if it is up; returns what is not durable. */
  List<PendingWrite> end(int node) {
    List<PendingWrite> left = kernel.isUp(node) ? kernel.crash(node) : List.of();
    running.clear();
    opened.clear();
    clear();
    return left;
  }

  void keep(List<PendingWrite> writes) {
    disk = disk.with(writes);
  }

  /** Forgets what was sent and told. */
  void clear() {
    sent.clear();
    witness.clear();
  }

  void elapse(long nanos) {
    nowNanos += nanos;
  }

  /** Lets an alarm expire, at its deadline or later. */
  void expire(int channel, String name) {
    for (Running one : running) {
      if (one.alarm.channel() == channel && one.alarm.name().equals(name)) {
        nowNanos += Math.max(0, one.deadlineNanos - nowNanos); // The longest delays wrap around.
        cancel(one.alarm);
        kernel.due(one.alarm);
        return;
      }
    }
    throw new IllegalStateException("alarm \"%s\" is not running".formatted(name));
  }

  void sync(int node) {
    disk = disk.with(Objects.requireNonNull(kernel.pending(node)));
    kernel.durable(node);
  }

  // ---- what the kernel asks for

  @Override
  public long timeNanos() {
    return elapsedNanos();
  }

  @Override
  public long clockNanos(int node) {
    return nowNanos;
  }

  @Override
  public long wallMillis(int node) {
    isWallRead = true;
    return NodeClocks.START_MILLIS + elapsedNanos() / NANOS_PER_MILLI;
  }

  @Override
  public long random(int node, long bound) {
    return random.draw(bound);
  }

  @Override
  public long incarnation(int node) {
    return incarnation;
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    running.add(new Running(alarm, nowNanos + delayNanos));
    scheduled = Math.max(1, scheduled + 1);
    return scheduled;
  }

  @Override
  public void cancel(NodeAlarm alarm) {
    running.removeIf(one -> one.alarm.equals(alarm));
  }

  @Override
  public void transmit(int node, int channel, NodeId to, Message message) {
    sent.add(new Sent(channel, to, message));
  }

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    return disk.load(channel, name, type);
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    DiskContent.Shelf shelf = new DiskContent.Shelf(channel, name);
    MemoryStorage storage = disk.open(shelf);
    opened.put(shelf, storage);
    return storage;
  }

  @Override
  public void persist(int node, PendingWrite write) {}

  @Override
  public void again(int node, NodeInput input) {
    throw new IllegalStateException("an explored node that is paused is left alone");
  }

  @Override
  public void again(NodeAlarm alarm) {
    throw new IllegalStateException("an explored node that is paused is left alone");
  }
}
