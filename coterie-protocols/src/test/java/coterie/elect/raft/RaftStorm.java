package coterie.elect.raft;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A group of Raft processes, its network and its bad luck, all drawn from one seed. */
final class RaftStorm {
  private static final long MILLI = RaftGroup.MILLI;

  /** A message that was held back comes after so long at the latest: the last of the faults. */
  static final long LATE_MAX = 500 * MILLI;

  /** Makes a process of Raft, or of a broken one. */
  interface Maker {
    Raft make(Context<Raft.Msg> context, View members, RaftConfig config);
  }

  /** Random faults, as many as that. */
  private static final int STRIKES = 25;

  final RaftGroup group;
  private final SplittableRandom random;
  private final long seed;
  private final int size;
  private final long drift;
  private final int recklessness;
  private final long syncNanos;
  private final Set<NodeId> paused = new TreeSet<>();

  RaftStorm(long seed) {
    this(seed, 1, Raft::new);
  }

  /**
   * @param recklessness how many times the allowed drift clocks may have
   */
  RaftStorm(long seed, int recklessness, Maker maker) {
    this.seed = seed;
    this.recklessness = recklessness;
    this.random = new SplittableRandom(seed);
    this.size = 1 + random.nextInt(7);
    this.drift = pick(0, 200, 10_000, 50_000);
    this.syncNanos = pick(0, 0, MILLI / 2, 10 * MILLI);
    long heartbeat = pick(20 * MILLI, 50 * MILLI);
    RaftConfig config = new RaftConfig(150 * MILLI, 300 * MILLI, heartbeat, drift);
    View members = View.numbered(0, size);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(driftOf(members.at(i), recklessness));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(syncNanos)
            .withConditions(clocks);
    group = new RaftGroup(size, setup, context -> maker.make(context, members, config));
  }

  private static final String[] LATENCIES = {"uniform:200us,1ms", "uniform:1ms,20ms", "2ms"};

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  private Fault driftOf(NodeId node, int times) {
    // A clock at the very bound, one way or the other, is the worst.
    long bound = drift * times;
    return new Fault.ClockDrift(node, random.nextBoolean() ? bound : -bound);
  }

  /** Strikes again and again, at random moments. */
  void blow() {
    group.runFor(500 * MILLI);
    for (int i = 0; i < STRIKES; i++) {
      if (random.nextInt(3) == 0) { // A group that never works has nothing to lose.
        calm();
        group.runFor(random.nextLong(700 * MILLI));
      }
      strike();
      group.runFor(random.nextLong(pick(20, 200, 600) * MILLI));
    }
  }

  private void strike() {
    NodeId node = random.nextInt(3) == 0 ? leaderOrAny() : any();
    switch (random.nextInt(22)) {
      case 0, 1, 2, 3 -> crashOrRecover(node);
      case 4, 5 -> pauseOrResume(node);
      case 6 -> inject(new Fault.Loss(random.nextInt(6) / 10.0));
      case 7 -> inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 8 -> inject(new Fault.Reordering(0.3, random.nextLong(LATE_MAX)));
      case 9, 10 -> partition();
      case 11 -> inject(new Fault.Cut(node, any(), random.nextBoolean()));
      case 12 -> inject(new Fault.Slow(node, random.nextLong(100 * MILLI)));
      case 13, 14 -> inject(Fault.Partition.of(List.of(List.of(leaderOrAny()))));
      case 15, 16 -> makeWay(leaderOrAny());
      case 17, 18 -> restartOthers(leaderOrAny());
      case 19, 20 -> inject(driftOf(node, recklessness));
      default -> inject(new Fault.HealAll());
    }
  }

  private void inject(Fault fault) {
    group.simulation.inject(fault);
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

  /** Cuts one off, and lets all others forget that they have just heard it. */
  private void restartOthers(NodeId alone) {
    inject(Fault.Partition.of(List.of(List.of(alone))));
    for (int i = 0; i < size; i++) {
      NodeId node = new NodeId(i);
      if (!node.equals(alone) && group.simulation.isUp(node)) {
        inject(new Fault.Crash(node, random.nextBoolean()));
        paused.remove(node);
        inject(new Fault.Recover(node));
      }
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

  private void partition() {
    List<NodeId> some = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (random.nextBoolean()) {
        some.add(new NodeId(i));
      }
    }
    if (!some.isEmpty() && some.size() < size) {
      inject(Fault.Partition.of(List.of(some)));
    }
  }

  private void makeWay(NodeId node) {
    if (group.simulation.isUp(node) && !paused.contains(node)) {
      NodeId to = any();
      group.simulation.call(
          node,
          Raft.class,
          "transfer " + to,
          raft -> {
            raft.transfer(to);
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
    paused.forEach(node -> inject(new Fault.Resume(node)));
    paused.clear();
    for (int i = 0; i < size; i++) {
      NodeId node = new NodeId(i);
      inject(new Fault.Slow(node, 0));
      if (!group.simulation.isUp(node)) {
        inject(new Fault.Recover(node));
      }
    }
  }

  private NodeId any() {
    return new NodeId(random.nextInt(size));
  }

  private NodeId leaderOrAny() {
    for (int i = 0; i < size; i++) {
      if (group.isUp(i) && group.at(i).leads()) {
        return new NodeId(i);
      }
    }
    return any();
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, drift %d ppm, saves take %s"
        .formatted(seed, size, drift, TimeText.format(syncNanos));
  }
}
