package coterie.store.ledger;

import static coterie.store.ledger.LedgerGroup.MILLI;
import static coterie.store.ledger.LedgerGroup.id;

import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A group with a ledger, its users, its network and its bad luck, all drawn from one seed. */
final class LedgerStorm {
  /** A message that was held back comes after so long at the latest. */
  private static final long LATE_MAX = 300 * MILLI;

  /** One run in so many is judged after every event, the others now and then. */
  private static final int EVERY_EVENT = 20;

  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,20ms", "2ms"};

  final LedgerGroup group;
  private final long seed;
  private final SplittableRandom random;
  private final long syncNanos;
  private final Set<Integer> paused = new TreeSet<>();

  LedgerStorm(long seed) {
    this(seed, new LedgerGroup.Maker());
  }

  LedgerStorm(long seed, LedgerGroup.Maker maker) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
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
    LedgerTerms terms = LedgerGroup.terms(random.nextInt(4) == 0);
    group = new LedgerGroup(size, terms, setup, maker, seed % EVERY_EVENT == 0);
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Strikes again and again, at random moments, while transfers are made everywhere. */
  void blow(int strikes) {
    group.simulation.start();
    act();
    for (int i = 0; i < strikes; i++) {
      if (random.nextInt(4) == 0) { // A group in which nothing arrives has nothing to confuse.
        calm();
        act();
      }
      strike();
      act();
    }
  }

  private void act() {
    int transfers = random.nextInt(5);
    for (int i = 0; i < transfers; i++) {
      group.runMillis(random.nextLong(pick(2, 30, 150)));
      int node = any();
      if (group.isUp(node) && !paused.contains(node)) {
        List<String> names = group.terms.accounts();
        int from = random.nextInt(names.size());
        int to = (from + 1 + random.nextInt(names.size() - 1)) % names.size();
        group.transfer(node, names.get(from), names.get(to), 1 + random.nextInt(60));
      }
    }
  }

  private void strike() {
    int node = any();
    switch (random.nextInt(17)) {
      case 0, 1, 2, 3 -> crashOrRecover(node);
      case 4, 5 -> restart(node);
      case 6, 7 -> pauseOrResume(node);
      case 8 -> group.inject(new Fault.Loss(random.nextInt(8) / 10.0));
      case 9 -> group.inject(new Fault.Duplication(random.nextInt(8) / 10.0));
      case 10, 11 -> group.inject(new Fault.Reordering(0.4, random.nextLong(LATE_MAX)));
      case 12 -> group.inject(new Fault.Slow(id(node), random.nextLong(100 * MILLI)));
      case 13, 14 -> partition();
      case 15 -> cut(node, any());
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

  private int any() {
    return random.nextInt(group.size());
  }

  /** Nothing is lost any more, no process pauses, and all are up. */
  void calm() {
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
   * Calms down, and gives everybody time for two rounds of partners to learn of all transfers, and
   * as much again to learn of all promises.
   */
  void end() {
    calm();
    long rounds = 4L * group.size() * LedgerGroup.PERIOD;
    group.runMillis((LATE_MAX + rounds) / MILLI + 200);
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, saves take %d ms".formatted(seed, group.size(), syncNanos / MILLI);
  }
}
