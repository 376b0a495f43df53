package coterie.elect;

import static coterie.elect.ElectionGroup.SECOND;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;

/**
 * Random bad things for a group that elects: crashes, recoveries, pauses, cuts, partitions, loss,
 * doubled and reordered messages; leaders that resign, if they shall; and clocks that run up to 3%
 * wrong from the start.
 */
public final class ElectionChaos {
  private static final Latency DELAYS = Latency.parse("uniform:10ms,100ms");

  private final ElectionGroup group;
  private final Draws draws;
  private final Storm storm;

  public ElectionChaos(ElectionGroup group, long seed) {
    this.group = group;
    this.draws = new Draws(~seed);
    this.storm =
        new Storm(group.simulation, draws)
            .with(4, Strike.crashUnlessLast())
            .with(2, Strike.pauseOrResume())
            .with(1, Strike.loss(6))
            .with(1, Strike.duplication(5))
            .with(1, (its, node) -> its.inject(new Fault.Reordering(0.3, SECOND)))
            .with(1, Strike.partition())
            .with(1, Strike.cut())
            .with(1, Strike.healing());
  }

  public static Setup setup(int size, long seed) {
    List<Fault> clocks = new Draws(seed).drifts(View.numbered(1, size), 30_000);
    return Setup.standard().withSeed(seed).withLatency(DELAYS).withConditions(clocks);
  }

  /** How many there are in a group of that schedule: from two to nine. */
  public static int size(long seed) {
    return 2 + (int) (seed % 8);
  }

  /**
   * Ten bad things, up to five seconds apart, after half of which leaders resign if they shall;
   * then everything that can be is made well.
   */
  public void storm(boolean isResigning) {
    for (int i = 0; i < 10; i++) {
      storm.runBelow(5 * SECOND);
      storm.strike();
      if (isResigning && draws.nextBoolean()) {
        storm.runBelow(2 * SECOND);
        resign();
      }
    }
    storm.calm();
  }

  /** Lets the leader resign; in a divided group all of them. */
  private void resign() {
    storm.members().stream().filter(storm::isAwake).forEach(node -> group.resign(node.value()));
  }

  /** Parts the group in two, if chance makes two parts of it; returns those that are up in each. */
  public List<List<NodeId>> partition() {
    List<NodeId> some = storm.some();
    storm.partition(some);
    List<List<NodeId>> parts = new ArrayList<>();
    parts.add(group.up().stream().filter(some::contains).toList());
    parts.add(group.up().stream().filter(member -> !some.contains(member)).toList());
    parts.removeIf(List::isEmpty);
    return parts;
  }
}
