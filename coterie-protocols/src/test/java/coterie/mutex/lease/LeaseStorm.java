package coterie.mutex.lease;

import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group with leased locks, its network and its bad luck, all drawn from one seed. */
final class LeaseStorm {
  private static final long MILLI = LeaseGroup.MILLI;
  private static final int STRIKES = 20;

  /** A message that was held back comes after so long at the latest. */
  static final long LATE_MAX = 800 * MILLI;

  final LeaseGroup group;
  final int size;
  final long holdNanos;
  private final Draws draws;
  private final Storm storm;
  private final long seed;
  private final long drift;
  private final long stall;
  private final int recklessness;

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
    this.draws = new Draws(seed);
    this.size = 1 + draws.nextInt(6);
    this.drift = draws.pick(0, 200, 10_000, 50_000);
    this.stall = draws.pick(0, 60 * MILLI, 100 * MILLI);
    LeaseConfig config = new LeaseConfig(600 * MILLI, 100 * MILLI, stall, drift);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(driftOf(LeaseGroup.id(i)));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(draws.latency("uniform:200us,1ms", "uniform:1ms,20ms", "2ms"))
            .withSyncNanos(draws.pick(0, 0, MILLI / 2, 10 * MILLI))
            .withTies(draws.ties())
            .withConditions(clocks);
    List<String> locks = draws.nextInt(3) == 0 ? List.of("a", "b", "c") : List.of("a");
    holdNanos = draws.pick(5, 20, 300, 1_000) * MILLI;
    group = new LeaseGroup(size, config, locks, size, holdNanos, setup, maker);
    if (recklessness > 1) {
      group.excuse();
    }
    storm = storm();
  }

  /** A clock at the very bound, one way or the other, is the worst. */
  private Fault driftOf(NodeId node) {
    long bound = Math.min(400_000, drift * recklessness);
    return new Fault.ClockDrift(node, draws.nextBoolean() ? bound : -bound);
  }

  private Storm storm() {
    return new Storm(group.simulation, draws)
        .running(group::runLooking)
        .with(4, Strike.crashOrRestart())
        .with(3, (its, node) -> standStill(node))
        .with(1, Strike.loss(6))
        .with(1, Strike.duplication(5))
        .with(2, Strike.reordering(0.3, LATE_MAX))
        .with(2, Strike.partition())
        .with(1, (its, node) -> its.inject(new Fault.Cut(node, someone(), draws.nextBoolean())))
        .with(1, Strike.slow(stall * recklessness / 3 + 1))
        .with(3, Strike.isolation())
        .with(1, (its, node) -> makeWay(node))
        .with(2, (its, node) -> its.inject(driftOf(node)))
        .with(1, Strike.healing());
  }

  /** Strikes again and again, at random moments. */
  void blow() {
    group.runLooking(500 * MILLI);
    for (int i = 0; i < STRIKES; i++) {
      if (draws.oneIn(3)) { // A group that never works has nothing to lose.
        calm();
        storm.runBelow(900 * MILLI);
      }
      storm.strike(someone());
      storm.runBelow(draws.pick(20, 200, 600, 1_500) * MILLI);
    }
  }

  /** With what a slow process adds, no longer than it may; or, where all is lost, any time. */
  private void standStill(NodeId node) {
    long longest = recklessness > 1 ? 2_000 * MILLI : stall / 2;
    if (longest > 0) {
      Strike.pauseFor(longest).strike(storm, node);
    }
  }

  private void makeWay(NodeId node) {
    if (storm.isUp(node)) {
      group.resign(node.value());
    }
  }

  /** Ends all faults: all are up, nothing is lost, and delays are short. */
  void calm() {
    storm.calm();
    storm.recoverAll();
  }

  /** The leader, a holder, or anybody. */
  private NodeId someone() {
    int kind = draws.nextInt(4);
    @Nullable NodeId one = kind == 0 ? group.leader() : kind == 1 ? group.holder("a") : null;
    return one != null ? one : storm.any();
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, drift %d ppm, stall %d ms".formatted(seed, size, drift, stall / MILLI);
  }
}
