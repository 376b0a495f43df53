package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Storage;
import coterie.core.View;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.NodeInput;
import coterie.kernel.PendingWrite;
import coterie.storage.MemoryStorage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The smallest driver that keeps the contract, and ways to break it. */
final class ToyEngine implements Engine, Driver {
  /** What is wrong with it. */
  enum Break {
    NOTHING,
    STARTS_TWICE,
    SWALLOWS_WHAT_IS_THROWN,
    COUNTS_NO_LIVES,
    COUNTS_LIVES_FROM_ZERO,
    CHECKS_NO_CODECS,
    LOADS_NOTHING,
    FORGETS_STORAGES,
    MIXES_VALUES,
    DRAWS_THE_SAME,
    DRAWS_THE_BOUND,
    DELIVERS_TO_THE_DEAD,
    DELIVERS_TO_THE_NEXT_LIFE,
    DELIVERS_ON_ANOTHER_CHANNEL,
    DELIVERS_TO_ITSELF_AT_ONCE,
    IS_DEAF_TO_ITSELF,
    GIVES_NO_HINTS,
    MOVES_ITS_CLOCK,
    FORGETS_TO_CANCEL,
    RINGS_IN_THE_ORDER_OF_STARTS,
    RINGS_EARLY,
    CUTS_LONG_DELAYS,
    DURABLE_WITHIN_THE_EVENT,
    DURABLE_AFTER_A_CRASH,
    TELLS_EVERY_SECOND_SAVE,
    TELLS_OF_SAVES_IN_A_PAUSE,
    RINGS_BEFORE_WHAT_WAITED,
    RINGS_THOUGH_STOPPED,
    KEEPS_PAUSES,
    FORGETS_ALL_WHEN_ONE_THROWS,

    /** From here on {@link BrokenContext} breaks rules of the kernel itself. */
    ACTS_IN_CONSTRUCTORS,
    TAKES_ANY_BOUND,
    TAKES_ANY_DELAY,
    SHOWS_EVERY_ALARM_AS_RUNNING,
    HIDES_ALARMS_THAT_WAIT,
    HOLDS_NOTHING_BACK,
    HOLDS_EVERYTHING_BACK,
    OPENS_VALUES_ANEW,
    SHOWS_WHAT_WAS_DURABLE,
  }

  private record Due(long at, int number, NodeAlarm alarm) {}

  private final Break broken;
  private final Log log = new Log();
  private final Map<String, Record> disk = new HashMap<>();
  private final Map<String, MemoryStorage> storages = new HashMap<>();
  private final List<Due> alarms = new ArrayList<>();
  private final ArrayDeque<Runnable> events = new ArrayDeque<>();
  private final ArrayDeque<PendingWrite> writes = new ArrayDeque<>();
  private Blueprint blueprint = node -> {};
  private final Kernel kernel = new Kernel(this, View.of(List.of(SELF)), this::build);
  private List<Protocol<?>> probes = List.of();
  private SplittableRandom numbers = new SplittableRandom(1);
  private boolean isEvent;
  private boolean isDeaf;
  private boolean isPeerDown;
  private boolean wasPaused;
  private long now;
  private long ticks;
  private int number;
  private int synced;
  private long life;

  ToyEngine(Break broken) {
    this.broken = broken;
    kernel.watch(log);
    if (broken != Break.CHECKS_NO_CODECS) {
      kernel.requireCodecs();
    }
    life = broken == Break.COUNTS_LIVES_FROM_ZERO ? -1 : 0;
  }

  private void build(Node node) {
    blueprint.build(new BrokenContext.Built(node, this, broken));
  }

  @Override
  public void start(Blueprint newBlueprint) {
    blueprint = newBlueprint;
    life += broken == Break.COUNTS_NO_LIVES && life == 1 ? 0 : 1;
    numbers = new SplittableRandom(broken == Break.DRAWS_THE_SAME ? 1 : life);
    trying(() -> kernel.start(0, () -> {}));
    if (broken == Break.STARTS_TWICE) {
      kernel.start(0, () -> {});
    }
    if (broken == Break.KEEPS_PAUSES && wasPaused) {
      kernel.pause(0);
    }
    probes = kernel.protocols(0);
  }

  /** The caller hears what is thrown, unless this engine is broken. */
  private void trying(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | AssertionError e) {
      if (broken != Break.SWALLOWS_WHAT_IS_THROWN) {
        throw e;
      }
    }
  }

  @Override
  public void atOnce(Runnable actions) {
    trying(actions);
  }

  @Override
  public void call(String words) {
    Probe top = (Probe) kernel.protocols(0).getLast();
    trying(
        () ->
            kernel.call(
                0,
                top,
                "act " + words,
                any -> {
                  top.act(words);
                  return null;
                }));
  }

  @Override
  public Probe probe(int channel) {
    return (Probe) probes.get(channel);
  }

  @Override
  public void deliver(int channel, String words) {
    post(channel, words);
    SimulatedEngine.asTold(this::drain);
  }

  @Override
  public void post(int channel, String words) {
    if (!isDeaf) {
      boolean isMixed = broken == Break.DELIVERS_ON_ANOTHER_CHANNEL;
      arriveLater(isMixed ? 0 : channel, Probe.PEER, new Probe.Do(words));
    }
  }

  private void arriveLater(int channel, NodeId from, Message message) {
    long meant = life;
    events.add(
        () -> {
          if (life == meant || broken == Break.DELIVERS_TO_THE_NEXT_LIFE) {
            kernel.whenAwake(0, () -> receive(channel, from, message));
          }
        });
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
    try {
      while (!events.isEmpty()) {
        events.removeFirst().run();
      }
    } finally {
      if (broken == Break.FORGETS_ALL_WHEN_ONE_THROWS) {
        events.clear();
      }
    }
  }

  @Override
  public void elapse(long millis) {
    long until = now + millis * 1_000_000;
    SimulatedEngine.asTold(() -> runUntil(until));
  }

  private void runUntil(long until) {
    drain();
    for (Due due = next(); due != null && due.at <= until; due = next()) {
      alarms.remove(due);
      now = Math.max(now, due.at);
      kernel.due(due.alarm);
      drain();
    }
    now = until;
  }

  private @Nullable Due next() {
    Comparator<Due> order = Comparator.comparingLong(Due::at);
    Comparator<Due> byStart = Comparator.comparingInt(Due::number);
    boolean isMixed = broken == Break.RINGS_IN_THE_ORDER_OF_STARTS;
    return alarms.stream().min(isMixed ? byStart : order.thenComparing(byStart)).orElse(null);
  }

  @Override
  public void awaitLog(List<String> expected) {
    elapse(1_000);
    assertThat(log.lines).isEqualTo(expected);
  }

  @Override
  public void awaitDurable(List<String> expected) {
    elapse(1_000);
    assertThat(log.durable).isEqualTo(expected);
  }

  @Override
  public void pause() {
    wasPaused = true;
    kernel.pause(0);
  }

  @Override
  public void resume() {
    kernel.resume(0);
    SimulatedEngine.asTold(this::drain);
  }

  @Override
  public void deafen() {
    isDeaf = true;
  }

  @Override
  public void crashPeer() {
    isPeerDown = true;
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

  // ---- for a broken context

  Log log() {
    return log;
  }

  boolean isSaving() {
    return !writes.isEmpty();
  }

  boolean isPaused() {
    return kernel.isPaused(0);
  }

  void later(Runnable action) {
    events.add(action);
  }

  // ---- the driver

  @Override
  public long timeNanos() {
    return now;
  }

  @Override
  public long clockNanos(int node) {
    return broken == Break.MOVES_ITS_CLOCK ? now + ++ticks : now;
  }

  @Override
  public long wallMillis(int node) {
    return now / 1_000_000;
  }

  @Override
  public long random(int node, long bound) {
    return broken == Break.DRAWS_THE_BOUND ? bound : numbers.nextLong(bound);
  }

  @Override
  public long incarnation(int node) {
    return life;
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    long delay =
        switch (broken) {
          case RINGS_EARLY -> delayNanos / 2;
          case CUTS_LONG_DELAYS -> (int) delayNanos;
          default -> delayNanos;
        };
    alarms.add(new Due(now + delay, ++number, alarm));
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
    if (!to.equals(SELF)) {
      if (isPeerDown && broken != Break.GIVES_NO_HINTS) {
        events.add(() -> kernel.whenAwake(0, () -> kernel.unreachable(0, channel, to)));
      }
    } else if (broken == Break.DELIVERS_TO_ITSELF_AT_ONCE) {
      receive(channel, to, message);
    } else if (!isDeaf || broken != Break.IS_DEAF_TO_ITSELF) {
      arriveLater(channel, to, message);
    }
  }

  private String place(int channel, String name) {
    return broken == Break.MIXES_VALUES ? name : channel + " " + name;
  }

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    return broken == Break.LOADS_NOTHING ? null : type.cast(disk.get(place(channel, name)));
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    MemoryStorage opened = new MemoryStorage();
    MemoryStorage durable = storages.get(place(channel, name));
    if (durable != null && broken != Break.FORGETS_STORAGES) {
      opened.write(durable.content());
    }
    return opened;
  }

  @Override
  public void persist(int node, PendingWrite write) {
    writes.add(write);
    if (broken == Break.DURABLE_WITHIN_THE_EVENT && isEvent) {
      log.durable(now, SELF, write.channel(), write.name(), write.value());
    }
    if (broken == Break.TELLS_OF_SAVES_IN_A_PAUSE) {
      events.add(() -> sync(write));
    } else {
      events.add(() -> kernel.whenAwake(0, () -> sync(write)));
    }
  }

  private void sync(PendingWrite write) {
    boolean isForgotten = broken == Break.TELLS_EVERY_SECOND_SAVE && ++synced % 2 == 0;
    if (!isForgotten && writes.remove(write)) {
      keep(place(write.channel(), write.name()), write);
      kernel.durable(0);
    }
  }

  private void keep(String place, PendingWrite write) {
    Storage.Batch batch = write.batch();
    if (batch == null) {
      disk.put(place, write.value());
    } else {
      storages.computeIfAbsent(place, key -> new MemoryStorage()).write(batch);
    }
  }

  @Override
  public void again(int node, NodeInput input) {
    events.add(() -> kernel.whenAwake(0, input));
  }

  @Override
  public void again(NodeAlarm alarm) {
    switch (broken) {
      case RINGS_THOUGH_STOPPED -> events.add(() -> kernel.due(alarm));
      case RINGS_BEFORE_WHAT_WAITED -> events.addFirst(() -> kernel.dueAgain(alarm));
      default -> events.add(() -> kernel.dueAgain(alarm));
    }
  }
}
