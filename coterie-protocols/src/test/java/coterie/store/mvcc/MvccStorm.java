package coterie.store.mvcc;

import static coterie.store.mvcc.MvccGroup.MILLI;
import static coterie.store.mvcc.MvccGroup.id;

import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Copies of the store, their clients, their network and their bad luck, drawn from one seed. */
final class MvccStorm {
  private static final long DRIFT_MILLIS = 200;
  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,20ms", "2ms"};

  private final SplittableRandom random;
  private final Set<Integer> paused = new TreeSet<>();
  private final long[] offsets;
  final MvccGroup group;

  MvccStorm(long seed, MvccGroup.Tamper tamper) {
    this.random = new SplittableRandom(seed);
    int size = 2 + random.nextInt(3);
    this.offsets = new long[size];
    Map<String, String> values = new TreeMap<>();
    values.put("period", "20ms");
    values.put("drift", DRIFT_MILLIS + "ms");
    values.put("keep", pick(0, 30, 100) + "ms");
    values.put("think", pick(5, 15) + "ms");
    values.put("keys", "3");
    values.put("keep-last", Long.toString(pick(0, 1, 2, 5)));
    values.put("writing", "600ms");
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      offsets[i] = random.nextLong(DRIFT_MILLIS / 2) * MILLI;
      clocks.add(new Fault.ClockOffset(id(i), offsets[i]));
      clocks.add(new Fault.ClockDrift(id(i), random.nextInt(20_001) - 10_000));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(pick(0, MILLI, 5 * MILLI))
            .withConditions(clocks);
    group = new MvccGroup(size, values, setup, tamper);
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Strikes again and again, and looks at what is closed in between. */
  void blow(int strikes) {
    for (int i = 0; i < strikes; i++) {
      group.runMillis(random.nextLong(pick(5, 50, 150)));
      int node = any();
      if (group.isUp(node)) {
        group.checkClosed(node, random.nextInt(100));
      }
      strike(any());
    }
  }

  private void strike(int node) {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> crashOrRecover(node);
      case 3, 4 -> restart(node);
      case 5 -> pauseOrResume(node);
      case 6 -> group.inject(new Fault.Loss(random.nextInt(6) / 10.0));
      case 7 -> group.inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 8 -> group.inject(new Fault.Reordering(0.4, random.nextLong(100 * MILLI)));
      case 9 -> partition();
      case 10 -> {
        int other = any();
        if (other != node) {
          group.inject(new Fault.Cut(id(node), id(other), random.nextBoolean()));
        }
      }
      case 11 -> offset(node, random.nextLong(5 * DRIFT_MILLIS) * MILLI); // Often beyond the bound.
      case 12 -> collect(node);
      default -> calm();
    }
  }

  private void crashOrRecover(int node) {
    if (group.isUp(node)) {
      group.inject(new Fault.Crash(id(node), random.nextBoolean()));
      paused.remove(node);
    } else {
      group.inject(new Fault.Recover(id(node)));
    }
  }

  private void restart(int node) {
    if (group.isUp(node)) {
      crashOrRecover(node);
      crashOrRecover(node);
    }
  }

  private void pauseOrResume(int node) {
    if (paused.remove(node)) {
      group.inject(new Fault.Resume(id(node)));
    } else if (group.isUp(node)) {
      paused.add(node);
      group.inject(new Fault.Pause(id(node)));
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

  private void offset(int node, long newOffset) {
    group.inject(new Fault.ClockOffset(id(node), newOffset - offsets[node]));
    offsets[node] = newOffset;
  }

  private void collect(int node) {
    if (group.isUp(node) && !paused.contains(node)) {
      group.simulation.call(
          id(node),
          MvccReplica.class,
          "collect",
          copy -> {
            copy.collect();
            return null;
          });
    }
  }

  /** Does something to every copy that is up, as a local event. */
  void eachUp(Consumer<MvccReplica> what) {
    for (int i = 0; i < group.size(); i++) {
      if (group.isUp(i) && !paused.contains(i)) {
        group.simulation.call(
            id(i),
            MvccReplica.class,
            "test",
            copy -> {
              what.accept(copy);
              return null;
            });
      }
    }
  }

  private int any() {
    return random.nextInt(group.size());
  }

  /** Nothing is lost any more and no process pauses; clocks are close and all are up. */
  void calm() {
    group.inject(new Fault.HealAll());
    group.inject(new Fault.Loss(0));
    group.inject(new Fault.Duplication(0));
    group.inject(new Fault.Reordering(0, 0));
    paused.forEach(node -> group.inject(new Fault.Resume(id(node))));
    paused.clear();
    for (int i = 0; i < group.size(); i++) {
      offset(i, Math.min(offsets[i], DRIFT_MILLIS / 2 * MILLI));
      if (!group.isUp(i)) {
        group.inject(new Fault.Recover(id(i)));
      }
    }
  }

  /** Runs on until all are alike, or must be, and checks that they are. */
  List<String> settle() {
    calm();
    // Clients stop after 600 ms of their own clocks, and stamps may be a second ahead.
    group.runMillis(650);
    long settle = new MvccRecipe().settleNanos(group.settings, group.size());
    long end = group.simulation.now() + 5 * DRIFT_MILLIS * MILLI + settle;
    while (!group.isEqual() && group.simulation.now() < end) {
      group.runMillis(50);
    }
    group.checkConverged();
    return group.wrong;
  }
}
