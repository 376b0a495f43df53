package coterie.store.ledger;

import static coterie.store.ledger.LedgerGroup.MILLI;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.List;

/** A group with a ledger, its users, its network and its bad luck, all drawn from one seed. */
final class LedgerStorm {
  /** A message that was held back comes after so long at the latest. */
  private static final long LATE_MAX = 300 * MILLI;

  /** One run in so many is judged after every event, the others now and then. */
  private static final int EVERY_EVENT = 20;

  final LedgerGroup group;
  private final long seed;
  private final Draws draws;
  private final Storm storm;
  private final long syncNanos;

  LedgerStorm(long seed) {
    this(seed, new LedgerGroup.Maker());
  }

  LedgerStorm(long seed, LedgerGroup.Maker maker) {
    this.seed = seed;
    this.draws = new Draws(seed);
    int size = 1 + draws.nextInt(5);
    this.syncNanos = draws.pick(0, 0, 2 * MILLI, 10 * MILLI);
    List<Fault> clocks = draws.drifts(View.numbered(0, size), 20_000);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency())
            .withSyncNanos(syncNanos)
            .withConditions(clocks);
    LedgerTerms terms = LedgerGroup.terms(draws.oneIn(4));
    group = new LedgerGroup(size, terms, setup, maker, seed % EVERY_EVENT == 0);
    storm =
        new Storm(group.simulation, draws)
            .with(4, Strike.crashOrRecover())
            .with(2, Strike.restart())
            .with(2, Strike.pauseOrResume())
            .with(1, Strike.loss(8))
            .with(1, Strike.duplication(8))
            .with(2, Strike.reordering(0.4, LATE_MAX))
            .with(1, Strike.slow(100 * MILLI))
            .with(2, Strike.partition())
            .with(1, Strike.cut())
            .with(1, Strike.healing());
  }

  /** Strikes again and again, at random moments, while transfers are made everywhere. */
  void blow(int strikes) {
    group.simulation.start();
    act();
    for (int i = 0; i < strikes; i++) {
      if (draws.oneIn(4)) { // A group in which nothing arrives has nothing to confuse.
        calm();
        act();
      }
      storm.strike();
      act();
    }
  }

  private void act() {
    int transfers = draws.nextInt(5);
    for (int i = 0; i < transfers; i++) {
      storm.runBelow(draws.pick(2, 30, 150) * MILLI);
      NodeId node = storm.any();
      if (storm.isAwake(node)) {
        List<String> names = group.terms.accounts();
        int from = draws.nextInt(names.size());
        int to = (from + 1 + draws.nextInt(names.size() - 1)) % names.size();
        group.transfer((int) node.value(), names.get(from), names.get(to), 1 + draws.nextInt(60));
      }
    }
  }

  /** Ends all faults: nothing is lost, no process pauses, and all are up. */
  void calm() {
    storm.calm();
    storm.recoverAll();
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
