package coterie.store.registers;

import static coterie.store.registers.RegisterGroup.MILLI;
import static coterie.store.registers.RegisterGroup.id;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** A group with registers, its users, its network and its bad luck, all drawn from one seed. */
final class RegisterStorm {
  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,20ms", "2ms"};

  final RegisterGroup group;
  private final long seed;
  private final SplittableRandom random;
  private final long syncNanos;
  private final int registers;
  private final Set<Integer> paused = new TreeSet<>();
  private int count;

  RegisterStorm(long seed) {
    this(seed, RegisterGroup.RIGHT);
  }

  RegisterStorm(long seed, RegisterGroup.Maker maker) {
    this(seed, grouping(maker));
  }

  private static BiFunction<Integer, Setup, RegisterGroup> grouping(RegisterGroup.Maker maker) {
    return (size, setup) -> new RegisterGroup(size, setup, maker);
  }

  RegisterStorm(long seed, BiFunction<Integer, Setup, RegisterGroup> maker) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.registers = 1 + random.nextInt(2);
    int size = 1 + random.nextInt(5);
    this.syncNanos = pick(0, 0, 2 * MILLI, 10 * MILLI);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(new Fault.ClockDrift(id(i), random.nextInt(40_001) - 20_000));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(syncNanos)
            .withConditions(clocks);
    group = maker.apply(size, setup);
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Strikes again and again, at random moments, while calls are made everywhere. */
  void blow(int strikes) {
    act();
    for (int i = 0; i < strikes; i++) {
      if (random.nextInt(3) == 0) { // A group in which nothing arrives has nothing to confuse.
        calm();
        act();
      }
      strike();
      act();
    }
  }

  private void act() {
    int calls = random.nextInt(8);
    for (int i = 0; i < calls; i++) {
      group.runMillis(random.nextLong(pick(1, 10, 100)));
      int node = random.nextInt(group.size());
      if (group.isUp(node) && !paused.contains(node)) {
        String name = "r" + random.nextInt(registers);
        group.call(node, name, action(node, name));
      }
    }
  }

  /** Most expect the version that their own process has accepted last, as two at once will. */
  private RegisterNote.Action action(int node, String name) {
    String value = "v" + ++count;
    return switch (random.nextInt(6)) {
      case 0, 1 -> new RegisterNote.Get();
      case 2 -> new RegisterNote.Set(value);
      default -> new RegisterNote.Cas(group.version(node, name), value);
    };
  }

  private void strike() {
    int node = random.nextInt(group.size());
    switch (random.nextInt(17)) {
      case 0, 1, 2, 3 -> crashOrRecover(node);
      case 4, 5 -> restart(node);
      case 6, 7 -> pauseOrResume(node);
      case 8 -> group.inject(new Fault.Loss(random.nextInt(7) / 10.0));
      case 9 -> group.inject(new Fault.Duplication(random.nextInt(8) / 10.0));
      case 10, 11 -> group.inject(new Fault.Reordering(0.4, random.nextLong(300 * MILLI)));
      case 12 -> group.inject(new Fault.Slow(id(node), random.nextLong(100 * MILLI)));
      case 13, 14 -> partition();
      case 15 -> cut(node, random.nextInt(group.size()));
      default -> group.inject(new Fault.HealAll());
    }
  }

  private void crashOrRecover(int node) {
    if (group.isUp(node)) {
      crash(node);
    } else {
      group.inject(new Fault.Recover(id(node)));
    }
  }

  private void crash(int node) {
    group.inject(new Fault.Crash(id(node), random.nextBoolean()));
    paused.remove(node);
  }

  private void restart(int node) {
    if (group.isUp(node)) {
      crash(node);
      group.inject(new Fault.Recover(id(node)));
    }
  }

  private void pauseOrResume(int node) {
    if (paused.remove(node)) {
      group.inject(new Fault.Resume(id(node)));
    } else if (group.isUp(node)) {
      group.inject(new Fault.Pause(id(node)));
      paused.add(node);
    }
  }

  private void partition() {
    List<NodeId> some = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      if (random.nextBoolean()) {
        some.add(id(i));
      }
    }
    if (!some.isEmpty() && some.size() < group.size()) {
      group.inject(Fault.Partition.of(List.of(some)));
    }
  }

  private void cut(int from, int to) {
    if (from != to) {
      group.inject(new Fault.Cut(id(from), id(to), random.nextBoolean()));
    }
  }

  /** Nothing is lost any more, no process pauses, and all are up. */
  private void calm() {
    group.inject(new Fault.HealAll());
    group.inject(new Fault.Loss(0));
    group.inject(new Fault.Duplication(0));
    group.inject(new Fault.Reordering(0, 0));
    paused.forEach(node -> group.inject(new Fault.Resume(id(node))));
    paused.clear();
    for (int i = 0; i < group.size(); i++) {
      group.inject(new Fault.Slow(id(i), 0));
      if (!group.isUp(i)) {
        group.inject(new Fault.Recover(id(i)));
      }
    }
  }

  /**
   * Calms down, and lets all that is under way end. Then every process writes each register once
   * more, one after the other, and reads it. Returns what became of these calls.
   */
  List<RegisterNote.Outcome> end() {
    calm();
    group.runMillis(2_000);
    int before = group.notes.size();
    for (int i = 0; i < group.size(); i++) {
      for (int r = 0; r < registers; r++) {
        group.call(i, "r" + r, new RegisterNote.Set("end" + i));
        group.call(i, "r" + r, new RegisterNote.Get());
        group.runMillis(400);
      }
    }
    return group.notes.subList(before, group.notes.size()).stream()
        .filter(RegisterNote.Outcome.class::isInstance)
        .map(RegisterNote.Outcome.class::cast)
        .toList();
  }

  int endCalls() {
    return 2 * group.size() * registers;
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, saves take %d ms".formatted(seed, group.size(), syncNanos / MILLI);
  }
}
