package coterie.mutex.tokenring;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** A token ring whose processes all ask again and again, its network and its bad luck. */
final class RingStorm {
  private static final long MILLI = RingGroup.MILLI;
  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,20ms", "2ms"};
  private static final int STRIKES = 12;

  /** A message is held back for so long at the most, and may then find another life. */
  private static final long LATE_MAX = 700 * MILLI;

  /** What may happen. */
  enum Weather {
    /** Everything, and the crashed may come back. */
    RETURNS,
    /** Everything, but the crashed stay down. */
    NO_RETURNS,
    /**
     * What hardly ever misleads a detector: crashes, returns, messages that come twice or late, a
     * little loss, short pauses and short cuts.
     */
    HONEST
  }

  final RingGroup group;
  final int size;
  private final SplittableRandom random;
  private final long seed;
  private final Weather weather;
  private final Set<NodeId> paused = new TreeSet<>();

  RingStorm(long seed, Weather weather, Map<String, String> values, RingGroup.Maker maker) {
    this.seed = seed;
    this.weather = weather;
    this.random = new SplittableRandom(seed);
    this.size = 2 + random.nextInt(5);
    Map<String, String> all = new TreeMap<>(values);
    all.put("clients", "all");
    all.put("hold", "5ms");
    all.put("think", "15ms");
    all.put("patience", random.nextInt(4) == 0 ? "40ms" : "0");
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(pick(0, 0, MILLI / 2, 5 * MILLI));
    group = new RingGroup(size, all, setup, maker);
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Strikes again and again, at random moments. */
  void blow() {
    group.simulation.runFor(random.nextLong(100 * MILLI));
    for (int i = 0; i < STRIKES; i++) {
      strike();
      group.simulation.runFor(random.nextLong(pick(5, 30, 150) * MILLI));
    }
  }

  private void strike() {
    NodeId node = random.nextInt(3) == 0 ? holderOrAny() : any();
    switch (random.nextInt(weather == Weather.HONEST ? 12 : 20)) {
      case 0, 1, 2 -> crashOrRecover(node);
      case 3, 16, 17 -> recoverOne();
      case 4 -> inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 5 -> inject(new Fault.Reordering(0.3, random.nextLong(LATE_MAX)));
      case 6 -> restart(node);
      case 7 -> shortPause(node);
      case 8, 9 -> recoverOne();
      case 10 -> inject(new Fault.Loss(random.nextInt(weather == Weather.HONEST ? 3 : 6) / 10.0));
      case 11 -> shortCut(node, any());
      case 12 -> pauseOrResume(node);
      case 13 -> partition();
      case 14 -> cut(node, any());
      case 15 -> inject(new Fault.Slow(node, random.nextLong(40 * MILLI)));
      default -> inject(new Fault.HealAll());
    }
  }

  private void inject(Fault fault) {
    group.simulation.inject(fault);
  }

  private void crashOrRecover(NodeId node) {
    boolean mayReturn = weather != Weather.NO_RETURNS;
    if (group.simulation.isUp(node)) {
      inject(new Fault.Crash(node, random.nextBoolean()));
      paused.remove(node);
    } else if (mayReturn) {
      inject(new Fault.Recover(node));
    }
  }

  private void recoverOne() {
    for (int i = 1; i <= size; i++) {
      if (weather != Weather.NO_RETURNS && !group.simulation.isUp(RingGroup.id(i))) {
        inject(new Fault.Recover(RingGroup.id(i)));
        return;
      }
    }
  }

  private void shortCut(NodeId from, NodeId to) {
    if (!from.equals(to)) {
      boolean bothWays = random.nextBoolean();
      inject(new Fault.Cut(from, to, bothWays));
      group.simulation.runFor(random.nextLong(80 * MILLI));
      inject(new Fault.Heal(from, to, bothWays));
    }
  }

  private void restart(NodeId node) {
    if (weather != Weather.NO_RETURNS && group.simulation.isUp(node)) {
      inject(new Fault.Crash(node, random.nextBoolean()));
      paused.remove(node);
      group.simulation.runFor(random.nextLong(10 * MILLI));
      inject(new Fault.Recover(node));
    }
  }

  private void shortPause(NodeId node) {
    if (group.simulation.isUp(node) && !paused.contains(node)) {
      inject(new Fault.Pause(node));
      group.simulation.runFor(random.nextLong(20 * MILLI));
      inject(new Fault.Resume(node));
    }
  }

  private void pauseOrResume(NodeId node) {
    if (paused.remove(node)) {
      inject(new Fault.Resume(node));
    } else if (group.simulation.isUp(node)) {
      inject(new Fault.Pause(node));
      paused.add(node);
    }
  }

  private void cut(NodeId from, NodeId to) {
    if (!from.equals(to)) {
      inject(new Fault.Cut(from, to, random.nextBoolean()));
    }
  }

  private void partition() {
    List<NodeId> some = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      if (random.nextBoolean()) {
        some.add(RingGroup.id(i));
      }
    }
    if (!some.isEmpty() && some.size() < size) {
      inject(Fault.Partition.of(List.of(some)));
    }
  }

  /** The network is well again and no process pauses; who is down stays down. */
  void calm() {
    inject(new Fault.HealAll());
    inject(new Fault.Loss(0));
    inject(new Fault.Duplication(0));
    inject(new Fault.Reordering(0, 0));
    paused.forEach(node -> inject(new Fault.Resume(node)));
    paused.clear();
    for (int i = 1; i <= size; i++) {
      inject(new Fault.Slow(RingGroup.id(i), 0));
    }
  }

  void recoverAll() {
    for (int i = 1; i <= size; i++) {
      if (!group.simulation.isUp(RingGroup.id(i))) {
        inject(new Fault.Recover(RingGroup.id(i)));
      }
    }
  }

  /** Runs on until all have entered, for so long at most; those who have not by then. */
  List<NodeId> starvedFor(double seconds) {
    long then = group.simulation.now();
    long limit = then + (long) (seconds * TimeText.SECOND);
    do {
      group.run(0.1);
    } while (!starvedSince(then).isEmpty() && group.simulation.now() < limit);
    return starvedSince(then);
  }

  /** Those who are up, and who have not entered since then. */
  private List<NodeId> starvedSince(long then) {
    List<NodeId> starved = new ArrayList<>();
    List<Entries.Entry> all = group.entries.entries();
    for (int i = 1; i <= size; i++) {
      NodeId node = RingGroup.id(i);
      boolean entered =
          all.stream()
              .anyMatch(
                  entry ->
                      entry.who().equals(node)
                          && entry.enteredAtNanos() != null
                          && entry.enteredAtNanos() > then);
      if (group.simulation.isUp(node) && !entered) {
        starved.add(node);
      }
    }
    return starved;
  }

  private NodeId any() {
    return RingGroup.id(1 + random.nextInt(size));
  }

  private NodeId holderOrAny() {
    for (int i = 1; i <= size; i++) {
      if (group.simulation.isUp(RingGroup.id(i)) && group.at(i).holds()) {
        return RingGroup.id(i);
      }
    }
    return any();
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, %s, at %s"
        .formatted(seed, size, weather, TimeText.format(group.simulation.now()));
  }
}
