package coterie.store.mvcc;

import static coterie.store.mvcc.MvccGroup.MILLI;
import static coterie.store.mvcc.MvccGroup.id;

import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Copies of the store, their clients, their network and their bad luck, drawn from one seed. */
final class MvccStorm {
  private static final long DRIFT_MILLIS = 200;

  private final Draws draws;
  private final Storm storm;
  private final long[] offsets;
  final MvccGroup group;

  MvccStorm(long seed, MvccGroup.Tamper tamper) {
    this.draws = new Draws(seed);
    int size = 2 + draws.nextInt(3);
    this.offsets = new long[size];
    Map<String, String> values = new TreeMap<>();
    values.put("period", "20ms");
    values.put("drift", DRIFT_MILLIS + "ms");
    values.put("keep", draws.pick(0, 30, 100) + "ms");
    values.put("think", draws.pick(5, 15) + "ms");
    values.put("keys", "3");
    values.put("keep-last", Long.toString(draws.pick(0, 1, 2, 5)));
    values.put("writing", "600ms");
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      offsets[i] = draws.nextLong(DRIFT_MILLIS / 2) * MILLI;
      clocks.add(new Fault.ClockOffset(id(i), offsets[i]));
      clocks.add(new Fault.ClockDrift(id(i), draws.nextInt(20_001) - 10_000));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency())
            .withSyncNanos(draws.pick(0, MILLI, 5 * MILLI))
            .withConditions(clocks);
    group = new MvccGroup(size, values, setup, tamper);
    storm =
        new Storm(group.simulation, draws)
            .with(3, Strike.crashOrRecover())
            .with(2, Strike.restart())
            .with(1, Strike.pauseOrResume())
            .with(1, Strike.loss(6))
            .with(1, Strike.duplication(5))
            .with(1, Strike.reordering(0.4, 100 * MILLI))
            .with(1, Strike.partition())
            .with(1, Strike.cut())
            // Often beyond the bound.
            .with(1, (its, node) -> offset(node, draws.nextLong(5 * DRIFT_MILLIS) * MILLI))
            .with(1, (its, node) -> collect(node))
            .with(3, (its, node) -> calm());
  }

  /** Strikes again and again, and looks at what is closed in between. */
  void blow(int strikes) {
    for (int i = 0; i < strikes; i++) {
      storm.runBelow(draws.pick(5, 50, 150) * MILLI);
      NodeId node = storm.any();
      if (storm.isUp(node)) {
        group.checkClosed((int) node.value(), draws.nextInt(100));
      }
      storm.strike();
    }
  }

  private void offset(NodeId node, long newOffset) {
    int index = (int) node.value();
    storm.inject(new Fault.ClockOffset(node, newOffset - offsets[index]));
    offsets[index] = newOffset;
  }

  private void collect(NodeId node) {
    if (storm.isAwake(node)) {
      group.call(node.value(), MvccReplica::collect);
    }
  }

  /** Does something to every copy that is up, as a local event. */
  void eachUp(Consumer<MvccReplica> what) {
    storm.members().stream().filter(storm::isAwake).forEach(node -> group.call(node.value(), what));
  }

  /** Ends all faults: clocks are close and all are up. */
  void calm() {
    storm.calm();
    for (NodeId node : storm.members()) {
      offset(node, Math.min(offsets[(int) node.value()], DRIFT_MILLIS / 2 * MILLI));
    }
    storm.recoverAll();
  }

  /** Runs on until all are alike, or must be, and checks that they are. */
  List<String> settle() {
    calm();
    // Clients stop after 600 ms of their own clocks, and stamps may be a second ahead.
    group.runMillis(650);
    long settle = MvccRecipe.RECIPE.settleNanos(group.settings, group.size());
    long end = group.simulation.now() + 5 * DRIFT_MILLIS * MILLI + settle;
    while (!group.isEqual() && group.simulation.now() < end) {
      group.runMillis(50);
    }
    group.checkConverged();
    return group.wrong;
  }
}
