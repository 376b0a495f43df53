package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.PendingWrite;
import coterie.storage.MemoryStorage;
import coterie.wire.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Drives one life of a node on sockets: its time from a loop, its disk from a vault. */
final class HostDriver implements Driver {
  /** Each host has a kernel of its own. */
  static final int NODE = 0;

  /** That much later an alarm looks again whether the disk has caught up. */
  private static final long SWAMPED_NANOS = 20_000_000;

  private final Host host;
  private final Loop loop;
  private final Kernel kernel;
  private final SplittableRandom random;
  private final List<Codec<Message>> codecs = new ArrayList<>();
  private LocalClock clock = LocalClock.ofMachine();
  private long life;

  HostDriver(Host host, HostConfig config, Blueprint blueprint) {
    this.host = host;
    this.loop = host.loop();
    this.kernel = new Kernel(this, View.of(List.of(config.self())), blueprint);
    this.kernel.requireCodecs();
    this.life = config.incarnation();
    // The seeds of nodes differ little: added to a number of the seed, lives of two nodes differ.
    long mixed = new SplittableRandom(config.seed()).nextLong();
    this.random = new SplittableRandom(mixed + config.incarnation());
  }

  Kernel kernel() {
    return kernel;
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
  void due(NodeAlarm alarm) {
    if (!kernel.isPaused(NODE) && host.vault().isSwamped(alarm.channel())) {
      alarm.handle(loop.startAlarm(SWAMPED_NANOS, alarm));
    } else {
      kernel.due(alarm);
    }
  }

  @Override
  public void transmit(int node, int channel, NodeId to, Message message) {
    host.departures().transmit(channel, to, message);
  }

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    return host.vault().load(channel, name, type);
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    return host.vault().open(channel, name);
  }

  @Override
  public void persist(int node, PendingWrite write) {
    host.vault().persist(write);
  }

  /** What has arrived meanwhile is read before anything else goes on. */
  @Override
  public void awake(int node) {
    Ports ports = host.ports();
    if (ports == null) {
      return;
    }
    try {
      ports.datagrams().pause(false);
      ports.datagrams().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void again(int node, Kernel.Input input) {
    loop.event(() -> kernel.whenAwake(node, input));
  }

  @Override
  public void again(NodeAlarm alarm) {
    loop.event(() -> kernel.dueAgain(alarm));
  }
}
