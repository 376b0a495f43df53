package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.NodeInput;
import coterie.kernel.PendingWrite;
import coterie.net.disk.StableStorage;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.net.metrics.Drop;
import coterie.storage.MemoryStorage;
import coterie.wire.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Drives one life of a node on sockets: its time from a loop, its disk from stable storage. */
final class HostDriver implements EventLoop.AlarmDriver {
  /** Each host has a kernel of its own. */
  static final int NODE = 0;

  /** That much later an alarm looks again whether the disk has caught up. */
  private static final long SWAMPED_NANOS = 20_000_000;

  private final NodeId self;
  private final EventLoop loop;
  private final Counters counters;
  private final StableStorage stableStorage;
  private final Outbound outbound;
  private final Runnable onAwake;
  private final Kernel kernel;
  private final SplittableRandom random;
  private final List<Codec<Message>> codecs = new ArrayList<>();
  private LocalClock clock = LocalClock.ofMachine();
  private long life;

  /**
   * @param onAwake reads what has arrived during a pause, before anything else goes on
   */
  HostDriver(
      EventLoop loop,
      HostConfig config,
      Blueprint blueprint,
      Outbound outbound,
      Counters counters,
      Runnable onAwake) {
    this.self = config.self();
    this.loop = loop;
    this.counters = counters;
    this.outbound = outbound;
    this.onAwake = onAwake;
    this.kernel = new Kernel(this, View.of(List.of(self)), blueprint);
    this.kernel.requireCodecs();
    this.stableStorage = new StableStorage(loop, kernel, counters, config.folder());
    this.life = config.incarnation();
    // The seeds of nodes differ little: added to a number of the seed, lives of two nodes differ.
    long mixed = new SplittableRandom(config.seed()).nextLong();
    this.random = new SplittableRandom(mixed + config.incarnation());
  }

  Kernel kernel() {
    return kernel;
  }

  StableStorage stableStorage() {
    return stableStorage;
  }

  void tellTimeBy(LocalClock newClock) {
    clock = newClock;
  }

  /** Lets protocols see that number of their life. */
  void countLife(long newLife) {
    life = newLife;
  }

  /** Returns the protocol's codec, derived when it is needed first. */
  @SuppressWarnings("unchecked") // Every message on a channel is of the channel's family.
  Codec<Message> codec(int channel) {
    while (codecs.size() <= channel) {
      codecs.add((Codec<Message>) Codec.of(kernel.families().get(codecs.size())));
    }
    return codecs.get(channel);
  }

  @Override
  public long timeNanos() {
    return loop.nowNanos();
  }

  @Override
  public long clockNanos(int node) {
    return clock.monotonicNanos(loop.nowNanos());
  }

  @Override
  public long wallMillis(int node) {
    return clock.wallMillis(loop.nowNanos());
  }

  @Override
  public long random(int node, long bound) {
    return random.nextLong(bound);
  }

  @Override
  public long incarnation(int node) {
    return life;
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    return loop.startAlarm(clock.loopDelayNanos(delayNanos), alarm);
  }

  @Override
  public void cancel(NodeAlarm alarm) {
    loop.stopAlarm(alarm.handle());
  }

  /** The time of an alarm has come; what it asks for could only wait while the disk is behind. */
  @Override
  public void due(NodeAlarm alarm) {
    if (!kernel.isPaused(NODE) && stableStorage.isSwamped(alarm.channel())) {
      alarm.handle(loop.startAlarm(SWAMPED_NANOS, alarm));
    } else {
      kernel.due(alarm);
    }
  }

  @Override
  public void transmit(int node, int channel, NodeId to, Message message) {
    if (to.equals(self)) {
      loop.execute(() -> whenAwake(() -> deliver(channel, to, message)));
    } else {
      outbound.transmit(channel, codec(channel), to, message);
    }
  }

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    return stableStorage.load(channel, name, type);
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    return stableStorage.open(channel, name);
  }

  @Override
  public void persist(int node, PendingWrite write) {
    stableStorage.persist(write);
  }

  @Override
  public void awake(int node) {
    onAwake.run();
  }

  @Override
  public void again(int node, NodeInput input) {
    loop.event(() -> kernel.whenAwake(node, input));
  }

  @Override
  public void again(NodeAlarm alarm) {
    loop.event(() -> kernel.dueAgain(alarm));
  }

  // ---- what arrives

  void deliver(int channel, NodeId from, Message message) {
    Protocol<Message> protocol = kernel.protocol(NODE, channel);
    if (protocol == null) {
      return; // This life has ended while it was under way.
    }
    if (stableStorage.isSwamped(channel)) {
      counters.dropped(Drop.BUSY); // It could only wait, and would make all wait longer.
      return;
    }
    kernel.receive(NODE, channel, protocol, from, message);
  }

  void unreachable(NodeId to, int channel) {
    if (channel < kernel.channelCount()) {
      whenAwake(() -> kernel.unreachable(NODE, channel, to));
    }
  }

  /** Runs it now, or when the node goes on. */
  void whenAwake(Runnable action) {
    kernel.whenAwake(NODE, action::run);
  }

  boolean isPaused() {
    return kernel.isPaused(NODE);
  }

  /** Returns how much waits for a paused node. */
  int parked() {
    return kernel.waitingCount(NODE);
  }

  int channelCount() {
    return kernel.channelCount();
  }
}
