package coterie.mutex.tokenring;

import static coterie.testkit.SimulatedGroup.MILLI;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A token ring whose processes all ask again and again, its network and its bad luck. */
final class RingStorm {
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
  private final Draws draws;
  private final Storm storm;
  private final long seed;
  private final Weather weather;

  RingStorm(long seed, Weather weather, Map<String, String> values, RingGroup.Maker maker) {
    this.seed = seed;
    this.weather = weather;
    this.draws = new Draws(seed);
    this.size = 2 + draws.nextInt(5);
    Map<String, String> all = new TreeMap<>(values);
    all.put("clients", "all");
    all.put("hold", "5ms");
    all.put("think", "15ms");
    all.put("patience", draws.oneIn(4) ? "40ms" : "0");
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency())
            .withSyncNanos(draws.pick(0, 0, MILLI / 2, 5 * MILLI));
    group = new RingGroup(size, all, setup, maker);
    storm = storm(weather == Weather.HONEST);
    if (weather == Weather.NO_RETURNS) {
      storm.withoutReturns();
    }
  }

  private Storm storm(boolean isHonest) {
    Storm honest =
        new Storm(group.simulation, draws)
            .with(3, Strike.crashOrRecover())
            .with(3, (its, node) -> recoverOne())
            .with(1, Strike.duplication(5))
            .with(1, Strike.reordering(0.3, LATE_MAX))
            .with(1, (its, node) -> restart(node))
            .with(1, Strike.pauseFor(20 * MILLI))
            .with(1, Strike.loss(isHonest ? 3 : 6))
            .with(1, (its, node) -> shortCut(node, its.any()));
    return isHonest
        ? honest
        : honest
            .with(1, Strike.pauseOrResume())
            .with(1, Strike.partition())
            .with(1, Strike.cut())
            .with(1, Strike.slow(40 * MILLI))
            .with(2, (its, node) -> recoverOne())
            .with(2, Strike.healing());
  }

  /** Strikes again and again, at random moments. */
  void blow() {
    storm.runBelow(100 * MILLI);
    for (int i = 0; i < STRIKES; i++) {
      storm.strike(draws.oneIn(3) ? holderOrAny() : storm.any());
      storm.runBelow(draws.pick(5, 30, 150) * MILLI);
    }
  }

  private void recoverOne() {
    storm.members().stream()
        .filter(node -> !storm.isUp(node))
        .findFirst()
        .ifPresent(storm::recover);
  }

  private void shortCut(NodeId from, NodeId to) {
    if (!from.equals(to)) {
      boolean bothWays = draws.nextBoolean();
      storm.inject(new Fault.Cut(from, to, bothWays));
      storm.runBelow(80 * MILLI);
      storm.inject(new Fault.Heal(from, to, bothWays));
    }
  }

  private void restart(NodeId node) {
    if (storm.isReturning() && storm.isUp(node)) {
      storm.crash(node, draws.nextBoolean());
      storm.runBelow(10 * MILLI);
      storm.recover(node);
    }
  }

  /** Ends the faults of the network and all pauses; a process that is down stays down. */
  void calm() {
    storm.calm();
  }

  void recoverAll() {
    storm.recoverAll();
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

  private NodeId holderOrAny() {
    return storm.firstOrAny(node -> group.at(node.value()).holds());
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, %s, at %s"
        .formatted(seed, size, weather, TimeText.format(group.simulation.now()));
  }
}
