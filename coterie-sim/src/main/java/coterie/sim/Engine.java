package coterie.sim;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.core.View;
import coterie.recording.Scribe;
import coterie.sim.Whereabouts.Doing;
import coterie.sim.Witness.Drop;
import coterie.wheel.Wheel;
import coterie.wire.Codec;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The loop that takes one event after the other and hands it to its node, and what the nodes'
 * contexts ask for. An event is two words and a subject: receiver and sender; kind, channel and
 * stamp. Nothing is allocated per event.
 */
final class Engine {
  /** A chain of messages without delay that goes on for longer than this never ends. */
  static final int INSTANT_MAX = 1_000_000;

  /** No run lasts longer; sums of a few such times still are positive numbers. */
  static final long FOREVER = Long.MAX_VALUE / 4;

  static final int MESSAGE = 0;
  static final int UNREACHABLE = 1;
  static final int ALARM = 2;
  static final int LOCAL = 3;
  static final int SCRIPT = 4;
  static final int KIND = 7;

  /** The event was already put off by a slow node. */
  static final int PUT_OFF = 8;

  /** The alarm expired while its node stood still. */
  static final int PARKED = 16;

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
  final Audience audience = new Audience();
  final Network network;
  final Clocks clocks;
  final Disk disk;
  final Hosts hosts;
  final Conditions conditions;
  final FaultApplier faults;

  /** Null where traffic is not counted. */
  final @Nullable Traffic traffic;

  /** By node; null where nothing is recorded. */
  private @Nullable Scribe @Nullable [] scribes;

  private boolean requiresCodecs;
  private long scripted;
  private long now;
  private long events;
  private long messages;

  private record Scripted(long at, long order, Runnable action) {}

  Engine(View members, Blueprint blueprint, Setup setup) {
    this.setup = setup;
    this.shuffled = setup.ties() == Ties.SHUFFLED;
    this.network = new Network(setup.seed(), members.size(), setup.latency());
    this.clocks = new Clocks(setup.seed(), members.size());
    this.disk = new Disk(this, setup.syncNanos());
    this.hosts = new Hosts(this, members, blueprint, setup.seed());
    this.conditions = new Conditions(members.size());
    this.faults = new FaultApplier(members, network, conditions, clocks);
    this.traffic = setup.bytes() ? new Traffic(hosts) : null;
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

  void requireCodecs() {
    requiresCodecs = true;
  }

  /** Throws where that must have a codec and cannot. */
  void requireCoded(Class<?> type) {
    if (requiresCodecs) {
      Codec.of(type);
    }
  }

  /** All that happens to the node is told to the scribe. */
  void record(int node, Scribe scribe) {
    if (scribes == null) {
      scribes = new @Nullable Scribe[hosts.size()];
    }
    scribes[node] = scribe;
  }

  /** Null unless the node is recorded. */
  @Nullable Scribe scribe(int node) {
    return scribes == null ? null : scribes[node];
  }

  /** What the clock of the node shows. */
  long clockNanos(int node) {
    return clocks.monotonicNanos(node, now);
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
        case ALARM -> expire(to, second, (NodeAlarm) subject);
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

  /** Whether a node that stands still, lags or is deaf handles this now. */
  private boolean admit(int to, long first, long second, Object subject) {
    int kind = (int) second & KIND;
    if (conditions.isDeaf(to) && kind == MESSAGE) {
      dropped((int) first, to, (Message) subject, Drop.DEAF);
      return false;
    }
    if (conditions.isPaused(to)) {
      if (subject instanceof NodeAlarm alarm) {
        alarm.event = NodeAlarm.PARKED;
      }
      conditions.park(to, first, second, subject);
      return false;
    }
    long lag = conditions.slowNanos(to);
    if (lag > 0 && (second & PUT_OFF) == 0) {
      if (isOverruled(second, subject)) {
        return false;
      }
      fresh.moveTo(wheel);
      int event = wheel.add(now + lag, first, (second | PUT_OFF) & ~PARKED, subject);
      if (subject instanceof NodeAlarm alarm) {
        alarm.event = event;
      }
      return false;
    }
    return true;
  }

  private void deliver(int to, int from, long second, Message message) {
    int channel = (int) (second >>> CHANNEL_SHIFT) & CHANNEL;
    Protocol<Message> protocol = hosts.protocol(to, channel);
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
    if (audience.watches()) {
      audience.received(now, hosts.id(from), hosts.id(to), message);
    }
    Scribe scribe = scribe(to);
    if (scribe != null) {
      scribe.received(clockNanos(to), channel, hosts.id(from), message);
    }
    protocol.receive(hosts.id(from), message);
    handled(to, protocol);
  }

  private void expire(int node, long second, NodeAlarm alarm) {
    if (isOverruled(second, alarm)) {
      return;
    }
    if (audience.watches()) {
      audience.expired(now, hosts.id(node), alarm.name());
    }
    Scribe scribe = scribe(node);
    if (scribe != null) {
      scribe.expired(clockNanos(node), alarm.owner.channel(), alarm.name());
    }
    alarm.expire();
    if (audience.watches() || scribe != null) {
      handled(node, alarm.owner.protocol());
    }
  }

  /** Whether a message that waited as well has stopped a parked alarm or set it anew. */
  private static boolean isOverruled(long second, Object subject) {
    return (second & PARKED) != 0
        && subject instanceof NodeAlarm alarm
        && alarm.event != NodeAlarm.PARKED;
  }

  private void tellUnreachable(int node, int target, long second) {
    int channel = (int) (second >>> CHANNEL_SHIFT) & CHANNEL;
    Protocol<Message> protocol = hosts.protocol(node, channel);
    if (protocol == null || hosts.isStale(node, (int) (second >>> STAMP_SHIFT))) {
      return;
    }
    if (audience.watches()) {
      audience.unreachable(now, hosts.id(node), hosts.id(target));
    }
    Scribe scribe = scribe(node);
    if (scribe != null) {
      scribe.unreachable(clockNanos(node), channel, hosts.id(target));
    }
    protocol.unreachable(hosts.id(target));
    handled(node, protocol);
  }

  private void runLocal(int node, long second, Runnable action) {
    if (hosts.isUp(node) && !hosts.isStale(node, (int) (second >>> STAMP_SHIFT))) {
      action.run();
    }
  }

  // ---- what contexts ask for

  void send(NodeContext<?> from, NodeId to, Message message) {
    int target = hosts.index(to);
    hosts.requireBuilt(from.index());
    Scribe scribe = scribe(from.index());
    if (scribe != null) {
      scribe.sent(from.channel(), to, message);
    }
    if (disk.isHolding(from)) {
      hold(from, message, () -> transmit(from, target, message));
    } else {
      transmit(from, target, message);
    }
  }

  void note(NodeContext<?> from, Note note) {
    Scribe scribe = scribe(from.index());
    if (scribe != null) {
      scribe.noted(from.channel(), note);
    }
    if (!audience.hears()) {
      return;
    }
    if (disk.isHolding(from)) {
      hold(from, note, () -> tell(from, note));
    } else {
      tell(from, note);
    }
  }

  private void hold(NodeContext<?> from, Object what, Runnable output) {
    disk.hold(from, output);
    if (audience.watches()) {
      audience.held(now, from.self(), what);
    }
  }

  private void tell(NodeContext<?> from, Note note) {
    audience.noted(now, from.self(), note);
  }

  void startAlarm(NodeAlarm alarm, long delayNanos) {
    hosts.requireBuilt(alarm.node);
    Scribe scribe = scribe(alarm.node);
    if (scribe != null) {
      scribe.alarmStarted(alarm.owner.channel(), alarm.name(), delayNanos);
    }
    long time = now + clocks.trueDelay(alarm.node, Math.min(delayNanos, FOREVER));
    if (network.isInstant()) {
      fresh.add(alarm, time);
    } else {
      fresh.moveTo(wheel);
      alarm.event = wheel.add(time, (long) alarm.node << 32, ALARM, alarm);
    }
  }

  /** A protocol stops an alarm that is running. */
  void stopping(NodeAlarm alarm) {
    Scribe scribe = scribe(alarm.node);
    if (scribe != null) {
      scribe.alarmStopped(alarm.owner.channel(), alarm.name());
    }
  }

  void stopAlarm(NodeAlarm alarm) {
    wheel.remove(alarm.event);
  }

  /** Lets a node do something of its own after a delay, unless it crashes before. */
  void schedule(long delayNanos, int node, Runnable action) {
    put(delayNanos, (long) node << 32, LOCAL | stamp(), action);
  }

  void saved(NodeContext<?> owner, Stable<?> what, Record value) {
    if (audience.watches()) {
      audience.saved(now, owner.self(), what.name(), value);
    }
    Scribe scribe = scribe(owner.index());
    if (scribe != null) {
      scribe.saved(clockNanos(owner.index()), owner.channel(), what.name());
    }
    owner.protocol().saved(what);
    handled(owner.index(), owner.protocol());
  }

  void stored(Shelf shelf, Storage.Batch batch) {
    NodeContext<?> owner = shelf.owner();
    if (audience.watches()) {
      Record sizes = new Stored(batch.added().size(), batch.removed().size(), batch.marks().size());
      audience.saved(now, owner.self(), shelf.name(), sizes);
    }
    Scribe scribe = scribe(owner.index());
    if (scribe != null) {
      scribe.stored(clockNanos(owner.index()), owner.channel(), shelf.name());
    }
    owner.protocol().stored(shelf);
    handled(owner.index(), owner.protocol());
  }

  void handled(int node, Protocol<?> protocol) {
    Scribe scribe = scribe(node);
    if (scribe != null) {
      scribe.handled();
    }
    if (audience.watches()) {
      show(node, protocol);
    }
  }

  /** A handler has returned. What is built on that protocol may have heard of it, and changed. */
  private void show(int node, Protocol<?> protocol) {
    audience.handled(now, hosts.id(node), protocol);
    for (Protocol<?> other : hosts.hasStacks() ? hosts.protocols(node) : List.<Protocol<?>>of()) {
      if (!other.equals(protocol)) {
        audience.handled(now, hosts.id(node), other);
      }
    }
  }

  void started(int node, Protocol<?> protocol) {
    if (audience.watches()) {
      audience.handled(now, hosts.id(node), protocol);
    }
  }

  private void transmit(NodeContext<?> context, int to, Message message) {
    int from = context.index();
    messages++;
    if (traffic != null) {
      traffic.sent(from, to, context.channel(), message);
    }
    if (audience.counts()) {
      audience.sent(now, context.self(), hosts.id(to), message);
    }
    long first = ((long) to << 32) | from;
    long second = MESSAGE | ((long) context.channel() << CHANNEL_SHIFT) | stamp();
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
    Drop why = conditions.isMute(from) ? Drop.MUTE : network.barrier(from, to);
    if (why == null && network.isLost()) {
      why = Drop.LOST;
    }
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

  private void put(long delayNanos, long first, long second, Object subject) {
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

  private void dropped(int from, int to, Message message, Drop why) {
    if (audience.watches()) {
      audience.dropped(now, hosts.id(from), hosts.id(to), message, why);
    }
  }

  void resume(int node) {
    conditions.resume(node, instant);
  }
}
