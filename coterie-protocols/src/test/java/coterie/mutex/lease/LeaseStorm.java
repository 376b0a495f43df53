package coterie.mutex.lease;

import coterie.core.NodeId;
import coterie.elect.raft.Raft;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A group with leased locks, its network and its bad luck, all drawn from one seed. */
final class LeaseStorm {
  private static final long MILLI = LeaseGroup.MILLI;
  private static final int STRIKES = 20;
  private static final String[] LATENCIES = {"uniform:200us,1ms", "uniform:1ms,20ms", "2ms"};

  /** A message that was held back comes after so long at the latest. */
  static final long LATE_MAX = 800 * MILLI;

  final LeaseGroup group;
  final int size;
  final long holdNanos;
  private final SplittableRandom random;
  private final long seed;
  private final long drift;
  private final long stall;
  private final int recklessness;
  private final Set<NodeId> paused = new TreeSet<>();

  LeaseStorm(long seed) {
    this(seed, 1, LeaseGroup.SOUND);
  }

  /**
   * @param recklessness how many times the allowed drift clocks may have, and the allowed time
   *     processes may stand still
   */
  LeaseStorm(long seed, int recklessness, LeaseGroup.Maker maker) {
    this.seed = seed;
    this.recklessness = recklessness;
    this.random = new SplittableRandom(seed);
    this.size = 1 + random.nextInt(6);
    this.drift = pick(0, 200, 10_000, 50_000);
    this.stall = pick(0, 60 * MILLI, 100 * MILLI);
    LeaseConfig config = new LeaseConfig(600 * MILLI, 100 * MILLI, stall, drift);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(driftOf(LeaseGroup.id(i)));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(pick(0, 0, MILLI / 2, 10 * MILLI))
            .withTies(random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED)
            .withConditions(clocks);
    List<String> locks = random.nextInt(3) == 0 ? List.of("a", "b", "c") : List.of("a");
    holdNanos = pick(5, 20, 300, 1_000) * MILLI;
    group = new LeaseGroup(size, config, locks, size, holdNanos, setup, maker);
    if (recklessness > 1) {
      group.excuse();
    }
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** A clock at the very bound, one way or the other, is the worst. */
  private Fault driftOf(NodeId node) {
    long bound = Math.min(400_000, drift * recklessness);
    return new Fault.ClockDrift(node, random.nextBoolean() ? bound : -bound);
  }

  /** Strikes again and again, at random moments. */
  void blow() {
    group.runLooking(500 * MILLI);
    for (int i = 0; i < STRIKES; i++) {
      if (random.nextInt(3) == 0) { // A group that never works has nothing to lose.
        calm();
        group.runLooking(random.nextLong(900 * MILLI));
      }
      strike();
      group.runLooking(random.nextLong(pick(20, 200, 600, 1_500) * MILLI));
    }
  }

  private void strike() {
    NodeId node = someone();
    switch (random.nextInt(22)) {
      case 0, 1, 2, 3 -> crashOrRecover(node);
      case 4, 5, 6 -> standStill(node);
      case 7 -> inject(new Fault.Loss(random.nextInt(6) / 10.0));
      case 8 -> inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 9, 10 -> inject(new Fault.Reordering(0.3, random.nextLong(LATE_MAX)));
      case 11, 12 -> partition();
      case 13 -> inject(new Fault.Cut(node, someone(), random.nextBoolean()));
      case 14 -> inject(new Fault.Slow(node, random.nextLong(stall * recklessness / 3 + 1)));
      case 15, 16, 17 -> inject(Fault.Partition.of(List.of(List.of(node))));
      case 18 -> makeWay(node);
      case 19, 20 -> inject(driftOf(node));
      default -> inject(new Fault.HealAll());
    }
  }

  private void inject(Fault fault) {
    group.inject(fault);
  }

  private void crashOrRecover(NodeId node) {
    if (!group.simulation.isUp(node)) {
      inject(new Fault.Recover(node));
    } else {
      inject(new Fault.Crash(node, random.nextBoolean()));
      paused.remove(node);
      if (random.nextBoolean()) {
        inject(new Fault.Recover(node));
      }
    }
  }

  /** With what a slow process adds, no longer than it may; or, where all is lost, any time. */
  private void standStill(NodeId node) {
    long longest = recklessness > 1 ? 2_000 * MILLI : stall / 2;
    if (group.simulation.isUp(node) && longest > 0 && paused.add(node)) {
      inject(new Fault.Pause(node));
      group.runLooking(random.nextLong(longest) + 1);
      if (paused.remove(node)) {
        inject(new Fault.Resume(node));
      }
    }
  }

  private void partition() {
    List<NodeId> some = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (random.nextBoolean()) {
        some.add(LeaseGroup.id(i));
      }
    }
    if (!some.isEmpty() && some.size() < size) {
      inject(Fault.Partition.of(List.of(some)));
    }
  }

  private void makeWay(NodeId node) {
    if (group.simulation.isUp(node)) {
      group.simulation.call(
          node,
          Raft.class,
          "resign",
          raft -> {
            raft.resign();
            return null;
          });
    }
  }

  /** Everything is well again: all are up, nothing is lost, and delays are short. */
  void calm() {
    inject(new Fault.HealAll());
    inject(new Fault.Loss(0));
    inject(new Fault.Duplication(0));
    inject(new Fault.Reordering(0, 0));
    for (int i = 0; i < size; i++) {
      NodeId node = LeaseGroup.id(i);
      inject(new Fault.Slow(node, 0));
      if (!group.simulation.isUp(node)) {
        inject(new Fault.Recover(node));
      }
    }
  }

  /** The leader, a holder, or anybody. */
  private NodeId someone() {
    int kind = random.nextInt(4);
    @Nullable NodeId one = kind == 0 ? group.leader() : kind == 1 ? group.holder("a") : null;
    return one != null ? one : LeaseGroup.id(random.nextInt(size));
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, drift %d ppm, stall %d ms".formatted(seed, size, drift, stall / MILLI);
  }
}
