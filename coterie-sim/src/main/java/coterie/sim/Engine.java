package coterie.sim;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.NodeInput;
import coterie.kernel.PendingWrite;
import coterie.sim.StageWitness.Drop;
import coterie.sim.Whereabouts.Doing;
import coterie.storage.MemoryStorage;
import coterie.wheel.Wheel;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The loop that takes one event after the other and hands it to its node, and what the nodes'
 * contexts ask for. An event is two words and a subject: receiver and sender; kind, channel and
 * stamp. Nothing is allocated per event.
 */
final class Engine implements Driver {
  /** A chain of messages without delay that goes on for longer than this never ends. */
  static final int INSTANT_MAX = 1_000_000;

  static final int MESSAGE = 0;
  static final int UNREACHABLE = 1;
  static final int ALARM = 2;
  static final int LOCAL = 3;
  static final int SCRIPT = 4;
  static final int KIND = 7;

  /** The event was already put off by a slow node. */
  static final int PUT_OFF = 8;

  /** The alarm was due while its node was paused. */
  static final int PARKED = 16;

  /** A script has put the alarm off already. */
  static final int RULED = 32;

  static final int CHANNEL_SHIFT = 8;
  static final int CHANNEL = 0xff;
  static final int STAMP_SHIFT = 32;

  private final Setup setup;
  private final boolean shuffled;
  private final Wheel wheel = new Wheel();
  private final InstantQueue instant = new InstantQueue();
  private final FreshAlarms fresh = new FreshAlarms();
  private final PriorityQueue<Scripted> faultsLast =
      new PriorityQueue<>(
          Comparator.comparingLong(Scripted::at).thenComparingLong(Scripted::order));
  private final SeededRandom tieBreaker;
  final StageWitnesses witnesses = new StageWitnesses();
  final Network network;
  final NodeClocks clocks;
  final Disk disk;
  final Hosts hosts;
  final Kernel kernel;
  final Conditions conditions;
  final FaultApplier faults;

  /** Null where traffic is not counted. */
  final @Nullable Traffic traffic;

  private final Fates fates = new Fates(this);
  private long scripted;
  private long now;
  private long events;
  private long messages;

  private record Scripted(long at, long order, Runnable action) {}

  Engine(View members, Blueprint blueprint, Setup setup) {
    this.setup = setup;
    this.shuffled = setup.ties() == Ties.SHUFFLED;
    this.network = new Network(setup.seed(), members.size(), setup.latency());
    this.clocks = new NodeClocks(setup.seed(), members.size());
    this.disk = new Disk();
    this.hosts = new Hosts(members, setup.seed());
    this.kernel = new Kernel(this, members, blueprint);
    this.conditions = new Conditions(members.size());
    this.faults = new FaultApplier(members, network, conditions, clocks);
    this.traffic = setup.bytes() ? new Traffic(hosts, kernel) : null;
    this.tieBreaker = new SeededRandom(Mix.mix(setup.seed(), 0x71E5));
  }

  long now() {
    return now;
  }

  long events() {
    return events;
  }

  long messages() {
    return messages;
  }

  void script(long time, Runnable action) {
    if (setup.ties() == Ties.FAULTS_LAST) {
      faultsLast.add(new Scripted(time, scripted++, action));
    } else {
      fresh.moveTo(wheel);
      wheel.add(time, 0, SCRIPT, action);
    }
  }

  /** Nothing is left to do up to that time. */
  void passTo(long time) {
    now = Math.max(now, time);
  }

  /** Runs the next ordinary event that is due by the limit, and all that follows at once. */
  boolean step(long limit) {
    fresh.moveTo(wheel);
    long bound = faultsLast.isEmpty() ? limit : Math.min(limit, faultsLast.peek().at());
    int event =
        shuffled ? wheel.takeAny(bound, count -> (int) tieBreaker.below(count)) : wheel.take(bound);
    if (event == Wheel.NONE) {
      return stepFaultLast(limit);
    }
    now = wheel.time(event);
    long first = wheel.first(event);
    long second = wheel.second(event);
    Object subject = wheel.subject(event);
    wheel.release(event);
    handle(first, second, subject);
    if (!instant.isEmpty()) {
      drain();
    }
    return true;
  }

  private boolean stepFaultLast(long limit) {
    if (faultsLast.isEmpty() || faultsLast.peek().at() > limit) {
      return false;
    }
    Scripted script = faultsLast.remove();
    now = script.at();
    handle(0, SCRIPT, script.action());
    drain();
    return true;
  }

  void drain() {
    int handled = 0;
    while (!instant.isEmpty()) {
      if (++handled > INSTANT_MAX) {
        throw new EndlessInstantException(INSTANT_MAX, now);
      }
      long first = instant.first();
      long second = instant.second();
      handle(first, second, instant.take());
    }
  }

  private void handle(long first, long second, Object subject) {
    int kind = (int) second & KIND;
    int to = (int) (first >>> 32);
    if (conditions.anyUnusual() && kind != SCRIPT && !admit(to, first, second, subject)) {
      return;
    }
    events++;
    try {
      switch (kind) {
        case MESSAGE -> deliver(to, (int) first, second, (Message) subject);
        case ALARM -> due(second, (NodeAlarm) subject);
        case UNREACHABLE -> tellUnreachable(to, (int) first, second);
        case LOCAL -> runLocal(to, second, (Runnable) subject);
        default -> ((Runnable) subject).run();
      }
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      locate(e, first, kind, subject);
      throw e;
    }
  }

  private void locate(Throwable thrown, long first, int kind, Object subject) {
    NodeId node = hosts.id((int) (first >>> 32));
    switch (kind) {
      case MESSAGE -> locate(thrown, node, Doing.RECEIVED, subject, hosts.id((int) first));
      case ALARM -> locate(thrown, node, Doing.WOKE, ((NodeAlarm) subject).name(), null);
      case UNREACHABLE -> locate(thrown, node, Doing.UNREACHED, null, hosts.id((int) first));
      case LOCAL -> locate(thrown, node, Doing.SAVED, null, null);
      default -> {} // A script, which says itself what is wrong.
    }
  }

  /** Says where the run was, unless something inside has said it already. */
  void locate(
      Throwable thrown, NodeId node, Doing doing, @Nullable Object subject, @Nullable NodeId peer) {
    if (Whereabouts.of(thrown) == null) {
      thrown.addSuppressed(new Whereabouts(now, node, doing, subject, peer));
    }
  }

  /** Whether a node that is paused, lags or is deaf handles this now. */
  private boolean admit(int to, long first, long second, Object subject) {
    int kind = (int) second & KIND;
    if (!fates.permits(to, first, second, subject)) {
      return false;
    }
    if (kind == MESSAGE && (int) first != to && conditions.isDeaf(to)) {
      dropped((int) first, to, (Message) subject, Drop.DEAF);
      return false;
    }
    if (kernel.isPaused(to)) {
      if (subject instanceof NodeAlarm alarm) {
        due(second, alarm);
      } else {
        kernel.whenAwake(to, new Parked(first, second, subject));
      }
      return false;
    }
    long lag = conditions.slowNanos(to);
    if (lag > 0 && (second & PUT_OFF) == 0) {
      if (isOverruled(second, subject)) {
        return false;
      }
      putOff(subject, lag, first, (second | PUT_OFF) & ~PARKED);
      return false;
    }
    return true;
  }

  /** Puts the event back into the queue, for later. */
  void putOff(Object subject, long byNanos, long first, long second) {
    fresh.moveTo(wheel);
    int event = wheel.add(now + byNanos, first, second, subject);
    if (subject instanceof NodeAlarm alarm) {
      alarm.handle(event);
    }
  }

  private void deliver(int to, int from, long second, Message message) {
    int channel = (int) (second >>> CHANNEL_SHIFT) & CHANNEL;
    Protocol<Message> protocol = kernel.protocol(to, channel);
    if (protocol == null) {
      dropped(from, to, message, Drop.DOWN);
      if (setup.refusing()) {
        refuse(from, to, channel);
      }
      return;
    }
    if (hosts.isStale(to, (int) (second >>> STAMP_SHIFT))) {
      dropped(from, to, message, Drop.STALE);
      return;
    }
    if (traffic != null) {
      traffic.received(from, to, channel, message);
    }
    kernel.receive(to, channel, protocol, hosts.id(from), message);
  }

  private void due(long second, NodeAlarm alarm) {
    if ((second & PARKED) == 0) {
      kernel.due(alarm);
    } else {
      kernel.dueAgain(alarm);
    }
  }

  /** Whether a message that waited as well has stopped a parked alarm or set it anew. */
  private static boolean isOverruled(long second, Object subject) {
    return (second & PARKED) != 0
        && subject instanceof NodeAlarm alarm
        && !Kernel.isStillDue(alarm);
  }

  private void tellUnreachable(int node, int target, long second) {
    if (!hosts.isStale(node, (int) (second >>> STAMP_SHIFT))) {
      kernel.unreachable(node, (int) (second >>> CHANNEL_SHIFT) & CHANNEL, hosts.id(target));
    }
  }

  private void runLocal(int node, long second, Runnable action) {
    if (kernel.isUp(node) && !hosts.isStale(node, (int) (second >>> STAMP_SHIFT))) {
      action.run();
    }
  }

  // ---- lives

  /**
   * Starts the next life of a node.
   *
   * @param told is run before its protocols start
   */
  void start(int node, Runnable told) {
    if (kernel.isUp(node)) {
      throw new IllegalArgumentException(
          "%s is up; recover takes a node that is down".formatted(hosts.id(node)));
    }
    hosts.begin(node);
    try {
      kernel.start(node, told);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      if (kernel.isUp(node)) {
        locate(e, hosts.id(node), Doing.STARTED, null, null);
      }
      throw e;
    }
  }

  /**
   * Ends the life of a node.
   *
   * @param keeping whether what is not durable yet becomes so all the same
   */
  void crash(int node, boolean keeping) {
    if (!kernel.isUp(node)) {
      throw new IllegalArgumentException(
          "%s is down already; crash takes a node that is up".formatted(hosts.id(node)));
    }
    List<PendingWrite> left = kernel.crash(node);
    conditions.resume(node);
    if (keeping) {
      disk.keep(node, left);
    }
  }

  void pause(int node) {
    conditions.pause(node);
    kernel.pause(node);
  }

  void resume(int node) {
    conditions.resume(node);
    kernel.resume(node);
  }

  // ---- what the kernel asks for

  /** An event of a paused node. */
  private record Parked(long first, long second, Object subject) implements NodeInput {
    @Override
    public void run() {
      throw new IllegalStateException("it goes on through the queue of the instant");
    }
  }

  @Override
  public void again(int node, NodeInput input) {
    Parked parked = (Parked) input;
    instant.add(parked.first, parked.second, parked.subject);
  }

  @Override
  public void again(NodeAlarm alarm) {
    instant.add((long) alarm.node() << 32, ALARM | PARKED, alarm);
  }

  @Override
  public long timeNanos() {
    return now;
  }

  @Override
  public long clockNanos(int node) {
    return clocks.monotonicNanos(node, now);
  }

  @Override
  public long wallMillis(int node) {
    return clocks.wallMillis(node, now);
  }

  @Override
  public long random(int node, long bound) {
    return hosts.random(node).below(bound);
  }

  @Override
  public long incarnation(int node) {
    return hosts.incarnation(node);
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    long time = now + clocks.trueDelay(alarm.node(), delayNanos);
    if (network.isInstant()) {
      return fresh.add(alarm, time);
    }
    fresh.moveTo(wheel);
    return wheel.add(time, (long) alarm.node() << 32, ALARM, alarm);
  }

  @Override
  public void cancel(NodeAlarm alarm) {
    wheel.remove(alarm.handle());
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
    Runnable sync = () -> disk.sync(kernel, node);
    put(clocks.trueDelay(node, setup.syncNanos()), (long) node << 32, LOCAL | stamp(), sync);
  }

  @Override
  public void transmit(int from, int channel, NodeId receiver, Message message) {
    int to = hosts.index(receiver);
    messages++;
    if (traffic != null) {
      traffic.sent(from, to, channel, message);
    }
    long first = ((long) to << 32) | from;
    long second = MESSAGE | ((long) channel << CHANNEL_SHIFT) | stamp();
    if (network.isPlain() && !conditions.anyUnusual()) {
      put(from == to ? 0 : network.plainNanos(), first, second, message);
    } else {
      route(from, to, first, second, message);
    }
  }

  private void route(int from, int to, long first, long second, Message message) {
    if (from == to) {
      put(0, first, second, message);
      return;
    }
    network.draw(from, to);
    if (fates.decide(first, second, message)) {
      return;
    }
    Drop why = obstacle(from, to);
    if (why != null) {
      dropped(from, to, message, why);
      return;
    }
    put(network.firstNanos(), first, second, message);
    long again = network.secondNanos();
    if (again != Network.NEVER) {
      put(again, first, second, message);
    }
  }

  @Nullable Drop obstacle(int from, int to) {
    Drop why = conditions.isMute(from) ? Drop.MUTE : network.barrier(from, to);
    return why == null && network.isLost() ? Drop.LOST : why;
  }

  /** The hint that nobody listens comes back as a message would. */
  private void refuse(int from, int to, int channel) {
    if (network.barrier(to, from) != null) {
      return;
    }
    if (!network.isPlain()) {
      network.draw(to, from);
    }
    long delay = network.isPlain() ? network.plainNanos() : network.firstNanos();
    long second = UNREACHABLE | ((long) channel << CHANNEL_SHIFT) | stamp();
    put(delay, ((long) from << 32) | to, second, hosts.id(to));
  }

  void put(long delayNanos, long first, long second, Object subject) {
    if (subject instanceof Message message && witnesses.watch()) {
      witnesses.routed(
          now, hosts.id((int) first), hosts.id((int) (first >>> 32)), message, delayNanos);
    }
    if (delayNanos == 0) {
      instant.add(first, second, subject);
    } else {
      fresh.moveTo(wheel);
      wheel.add(now + delayNanos, first, second, subject);
    }
  }

  private long stamp() {
    return (long) hosts.restarts() << STAMP_SHIFT;
  }

  void dropped(int from, int to, Message message, Drop why) {
    fates.release(to, message);
    if (witnesses.watch()) {
      witnesses.dropped(now, hosts.id(from), hosts.id(to), message, why);
    }
  }
}
