package coterie.sim.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.View;
import coterie.elect.bully.Bully;
import coterie.sim.explore.Plan;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Counts of Bully without a detector, where one process notices once that the leader is gone.
 * Before a leader made way for a late answer they were 116, 2,030, 224,085 and 1,903,405 (depth
 * 12), as another program had found, which knew that Bully only.
 */
class KnownCountsTest {
  private static Plan plan(int nodes, int faults, int depth) {
    View members = View.numbered(0, nodes);
    Bully.Config config = new Bully.Config(2_000_000_000L, 4_000_000_000L, 0);
    return Plan.of(
            members,
            node ->
                node.add(
                    "bully", Bully.Msg.class, context -> new Bully(context, members, null, config)))
        .withFaults(new Plan.Faults(faults, 0, faults, 0, 0, 0))
        .withCalls(List.of(new Plan.Call(null, "notice")))
        .withModel(
            new Plan.Model(
                Plan.Timing.ANY, Plan.Order.MULTISET, Plan.Saves.INSTANT, false, 4, false))
        .withBounds(bounds(depth));
  }

  private static Plan.Bounds bounds(int depth) {
    return new Plan.Bounds(depth, Long.MAX_VALUE, Integer.MAX_VALUE, -1, new TreeMap<>());
  }

  private static Explored run(Plan plan) {
    return new Exploration(plan).run();
  }

  @Test
  void twoProcesses() {
    assertThat(run(plan(2, 0, 10)).states()).isEqualTo(157);
    assertThat(run(plan(2, 0, 16)).states()).isEqualTo(7_227);
  }

  @Test
  void threeProcessesWithACrashAndALoss() {
    assertThat(run(plan(3, 1, 10)).states()).isEqualTo(230_914);
  }

  @Test
  void twoThreadsFindAsMuchAsOne() {
    Plan plan = plan(3, 1, 9);
    Plan.Effort two = new Plan.Effort(2, Long.MAX_VALUE, true, false, System::nanoTime);
    Explored one = run(plan);
    Explored both = run(plan.withEffort(two));
    assertThat(both.states()).isEqualTo(one.states());
    assertThat(both.transitions()).isEqualTo(one.transitions());
    assertThat(both.localStates()).isEqualTo(one.localStates());
  }

  @Test
  void boundsOfTermsAndOfMessagesMakeTheSpaceFinite() {
    TreeMap<String, Long> terms = new TreeMap<>();
    terms.put("term", 3L);
    Plan.Bounds bounds = new Plan.Bounds(Integer.MAX_VALUE, 100_000, 2, -1, terms);
    Explored found = run(plan(2, 0, 0).withBounds(bounds));
    assertThat(found.exhausted()).isTrue();
    assertThat(found.pruned()).isPositive();
    assertThat(found.states()).isGreaterThan(20);
  }
}
