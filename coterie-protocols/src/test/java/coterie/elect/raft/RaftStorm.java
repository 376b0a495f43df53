package coterie.elect.raft;

import static coterie.testkit.SimulatedGroup.MILLI;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;

/** A group of Raft processes, its network and its bad luck, all drawn from one seed. */
final class RaftStorm {
  /** The longest time for which a message is held back: the last of the faults. */
  static final long LATE_MAX = 500 * MILLI;

  /** Makes a process of Raft, or of a broken one. */
  interface Maker {
    Raft make(Context<Raft.Msg> context, View members, RaftConfig config);
  }

  private static final int STRIKES = 25;

  final RaftGroup group;
  private final Draws draws;
  private final Storm storm;
  private final long seed;
  private final int size;
  private final long drift;
  private final int recklessness;
  private final long syncNanos;

  RaftStorm(long seed) {
    this(seed, 1, Raft::new);
  }

  /**
   * @param recklessness how many times the allowed drift clocks may have
   */
  RaftStorm(long seed, int recklessness, Maker maker) {
    this.seed = seed;
    this.recklessness = recklessness;
    this.draws = new Draws(seed);
    this.size = 1 + draws.nextInt(7);
    this.drift = draws.pick(0, 200, 10_000, 50_000);
    this.syncNanos = draws.pick(0, 0, MILLI / 2, 10 * MILLI);
    long heartbeat = draws.pick(20 * MILLI, 50 * MILLI);
    RaftConfig config = new RaftConfig(150 * MILLI, 300 * MILLI, heartbeat, drift);
    View members = View.numbered(0, size);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(driftOf(members.at(i)));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(draws.latency("uniform:200us,1ms", "uniform:1ms,20ms", "2ms"))
            .withSyncNanos(syncNanos)
            .withConditions(clocks);
    group = new RaftGroup(size, setup, context -> maker.make(context, members, config));
    storm =
        new Storm(group.simulation, draws)
            .running(group::runFor)
            .with(4, Strike.crashOrRestart())
            .with(2, Strike.pauseOrResume())
            .with(1, Strike.loss(6))
            .with(1, Strike.duplication(5))
            .with(1, Strike.reordering(0.3, LATE_MAX))
            .with(2, Strike.partition())
            .with(1, Strike.cut())
            .with(1, Strike.slow(100 * MILLI))
            .with(2, (its, node) -> Strike.isolation().strike(its, leaderOrAny()))
            .with(2, (its, node) -> makeWay(leaderOrAny()))
            .with(2, (its, node) -> restartOthers(leaderOrAny()))
            .with(2, (its, node) -> its.inject(driftOf(node)))
            .with(1, Strike.healing());
  }

  private Fault driftOf(NodeId node) {
    // A clock at the very bound, one way or the other, is the worst.
    long bound = drift * recklessness;
    return new Fault.ClockDrift(node, draws.nextBoolean() ? bound : -bound);
  }

  /** Strikes again and again, at random moments. */
  void blow() {
    group.runFor(500 * MILLI);
    for (int i = 0; i < STRIKES; i++) {
      if (draws.oneIn(3)) { // A group that never works has nothing to lose.
        calm();
        storm.runBelow(700 * MILLI);
      }
      storm.strike(draws.oneIn(3) ? leaderOrAny() : storm.any());
      storm.runBelow(draws.pick(20, 200, 600) * MILLI);
    }
  }

  /** Cuts one off, and lets all others forget that they have just heard it. */
  private void restartOthers(NodeId alone) {
    Strike.isolation().strike(storm, alone);
    for (NodeId node : storm.members()) {
      if (!node.equals(alone)) {
        Strike.restart().strike(storm, node);
      }
    }
  }

  private void makeWay(NodeId node) {
    if (storm.isAwake(node)) {
      NodeId to = storm.any();
      group.call(node.value(), raft -> raft.transfer(to));
    }
  }

  /** Ends all faults: all are up, nothing is lost, and delays are short. */
  void calm() {
    storm.calm();
    storm.recoverAll();
  }

  private NodeId leaderOrAny() {
    return storm.firstOrAny(node -> group.at(node.value()).leads());
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, drift %d ppm, saves take %s"
        .formatted(seed, size, drift, TimeText.format(syncNanos));
  }
}
