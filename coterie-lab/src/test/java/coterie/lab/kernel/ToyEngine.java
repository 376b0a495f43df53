package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.PendingWrite;
import coterie.storage.MemoryStorage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The smallest driver that keeps the contract, and ways to break it. */
final class ToyEngine implements Engine, Driver {
  /** What is wrong with it. */
  enum Break {
    NOTHING,
    FORGETS_TO_CANCEL,
    LOADS_NOTHING,
    COUNTS_NO_LIVES,
    DURABLE_WITHIN_THE_EVENT,
    DURABLE_AFTER_A_CRASH,
    RINGS_BEFORE_WHAT_WAITED,
    RINGS_THOUGH_STOPPED,
    DELIVERS_TO_THE_DEAD,
    LOSES_WHAT_WAITED,
    DELIVERS_TO_ITSELF_AT_ONCE,
  }

  private record Due(long at, int number, NodeAlarm alarm) {}

  private final Break broken;
  private final Log log = new Log();
  private final Map<String, Record> disk = new HashMap<>();
  private final List<Due> alarms = new ArrayList<>();
  private final ArrayDeque<Runnable> events = new ArrayDeque<>();
  private final ArrayDeque<PendingWrite> writes = new ArrayDeque<>();
  private Blueprint blueprint = node -> {};
  private final Kernel kernel = new Kernel(this, View.of(List.of(SELF)), node -> build(node));
  private List<Protocol<?>> probes = List.of();
  private boolean isEvent;
  private long now;
  private int number;
  private long life;

  ToyEngine(Break broken) {
    this.broken = broken;
    kernel.watch(log);
  }

  private void build(coterie.core.Node node) {
    blueprint.build(node);
  }

  @Override
  public void start(Blueprint newBlueprint) {
    blueprint = newBlueprint;
    life += broken == Break.COUNTS_NO_LIVES && life == 1 ? 0 : 1;
    kernel.start(0, () -> {});
    probes = kernel.protocols(0);
  }

  @Override
  public void call(String words) {
    Probe top = (Probe) kernel.protocols(0).getLast();
    kernel.call(
        0,
        top,
        "act " + words,
        any -> {
          top.act(words);
          return null;
        });
  }

  @Override
  public Probe probe(int channel) {
    return (Probe) probes.get(channel);
  }

  @Override
  public void deliver(int channel, String words) {
    kernel.whenAwake(0, () -> receive(channel, Probe.PEER, new Probe.Do(words)));
    drain();
  }

  private void receive(int channel, NodeId from, Message message) {
    Protocol<Message> protocol = kernel.protocol(0, channel);
    if (protocol == null && broken == Break.DELIVERS_TO_THE_DEAD && !probes.isEmpty()) {
      log.received(now, SELF, channel, from, message);
    } else if (protocol != null) {
      isEvent = true;
      kernel.receive(0, channel, protocol, from, message);
      isEvent = false;
    }
  }

  private void drain() {
    while (!events.isEmpty()) {
      events.removeFirst().run();
    }
  }

  @Override
  public void elapse(long millis) {
    long until = now + millis * 1_000_000;
    drain();
    for (Due due = next(); due != null && due.at <= until; due = next()) {
      alarms.remove(due);
      now = due.at;
      kernel.due(due.alarm);
      drain();
    }
    now = until;
  }

  private @Nullable Due next() {
    return alarms.stream()
        .min(Comparator.comparingLong(Due::at).thenComparingInt(Due::number))
        .orElse(null);
  }

  @Override
  public void awaitLog(List<String> expected) {
    elapse(1_000);
    assertThat(log.lines).isEqualTo(expected);
  }

  @Override
  public void pause() {
    kernel.pause(0);
  }

  @Override
  public void resume() {
    kernel.resume(0);
    drain();
  }

  @Override
  public void crash() {
    List<PendingWrite> lost = kernel.crash(0);
    writes.clear();
    if (broken == Break.DURABLE_AFTER_A_CRASH) {
      lost.forEach(write -> log.durable(now, SELF, write.channel(), write.name(), write.value()));
    }
  }

  @Override
  public boolean isUp() {
    return kernel.isUp(0);
  }

  @Override
  public void close() {}

  // ---- the driver

  @Override
  public long timeNanos() {
    return now;
  }

  @Override
  public long clockNanos(int node) {
    return now;
  }

  @Override
  public long wallMillis(int node) {
    return now / 1_000_000;
  }

  @Override
  public long random(int node, long bound) {
    return 0;
  }

  @Override
  public long incarnation(int node) {
    return life;
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    alarms.add(new Due(now + delayNanos, ++number, alarm));
    return number;
  }

  @Override
  public void cancel(NodeAlarm alarm) {
    if (broken != Break.FORGETS_TO_CANCEL) {
      alarms.removeIf(due -> due.number == alarm.handle());
    }
  }

  @Override
  public void transmit(int node, int channel, NodeId to, Message message) {
    if (to.equals(SELF) && broken == Break.DELIVERS_TO_ITSELF_AT_ONCE) {
      receive(channel, to, message);
    } else if (to.equals(SELF)) {
      events.add(() -> kernel.whenAwake(0, () -> receive(channel, to, message)));
    }
  }

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    return broken == Break.LOADS_NOTHING ? null : type.cast(disk.get(channel + name));
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    return new MemoryStorage();
  }

  @Override
  public void persist(int node, PendingWrite write) {
    writes.add(write);
    if (broken == Break.DURABLE_WITHIN_THE_EVENT && isEvent) {
      log.durable(now, SELF, write.channel(), write.name(), write.value());
    }
    events.add(() -> sync(write));
  }

  private void sync(PendingWrite write) {
    if (writes.remove(write)) {
      disk.put(write.channel() + write.name(), write.value());
      kernel.durable(0);
    }
  }

  @Override
  public void again(int node, Kernel.Input input) {
    if (broken != Break.LOSES_WHAT_WAITED) {
      events.add(() -> kernel.whenAwake(0, input));
    }
  }

  @Override
  public void again(NodeAlarm alarm) {
    if (broken == Break.RINGS_THOUGH_STOPPED) {
      events.add(() -> kernel.due(alarm));
    } else if (broken == Break.RINGS_BEFORE_WHAT_WAITED) {
      events.addFirst(() -> kernel.dueAgain(alarm));
    } else {
      events.add(() -> kernel.dueAgain(alarm));
    }
  }
}
