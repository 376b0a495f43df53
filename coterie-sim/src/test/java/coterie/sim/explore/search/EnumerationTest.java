package coterie.sim.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.View;
import coterie.sim.explore.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The search finds as many states and successors as a plain enumeration of a model. */
class EnumerationTest {
  private static Plan plan(int nodes) {
    View members = View.numbered(0, nodes);
    return Plan.of(members, node -> node.add("hops", Hops.Msg.class, c -> new Hops(c, members)));
  }

  private static Plan.Model model(Plan.Timing timing, Plan.Order order, Plan.Saves saves) {
    return new Plan.Model(timing, order, saves, false, 4, false);
  }

  private static final Plan.Model PLAIN =
      model(Plan.Timing.ANY, Plan.Order.MULTISET, Plan.Saves.INSTANT);

  private static Map<String, Plan> plans() {
    Map<String, Plan> all = new LinkedHashMap<>();
    all.put("two nodes", plan(2).withModel(PLAIN));
    all.put("three nodes", plan(3).withModel(PLAIN));
    all.put("crash", faults(1, 0, 0, 0, 0));
    all.put("crash and recovery", faults(1, 1, 0, 0, 0));
    all.put("two crashes and a recovery", faults(2, 1, 0, 0, 0));
    all.put("loss", faults(0, 0, 1, 0, 0));
    all.put("duplicate", faults(0, 0, 0, 1, 0));
    all.put("pause", faults(0, 0, 0, 0, 1));
    all.put("pause and crash", faults(1, 0, 0, 0, 1));
    all.put("all", faults(1, 1, 1, 1, 1).withBounds(depth(6)));
    all.put(
        "synchronous",
        plan(3).withModel(model(Plan.Timing.SYNC, Plan.Order.MULTISET, Plan.Saves.INSTANT)));
    all.put("set", plan(3).withModel(model(Plan.Timing.ANY, Plan.Order.SET, Plan.Saves.INSTANT)));
    all.put(
        "first in, first out",
        plan(3).withModel(model(Plan.Timing.ANY, Plan.Order.FIFO, Plan.Saves.INSTANT)));
    all.put(
        "call that draws",
        plan(2).withModel(PLAIN).withCalls(List.of(new Plan.Call(null, "skip"))));
    return all;
  }

  private static Plan.Bounds depth(int depth) {
    Plan.Bounds none = Plan.Bounds.NONE;
    return new Plan.Bounds(depth, none.states(), none.pending(), -1, none.values());
  }

  private static Plan faults(int crashes, int recoveries, int losses, int twice, int pauses) {
    return plan(2)
        .withModel(PLAIN)
        .withFaults(new Plan.Faults(crashes, recoveries, losses, twice, 0, pauses));
  }

  @TestFactory
  Stream<DynamicTest> countsAreThoseOfPlainEnumeration() {
    return plans().entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> countsAgree(each.getValue())));
  }

  private static void countsAgree(Plan plan) {
    HopsModel model = new HopsModel(plan);
    int states = model.count();
    Explored explored = new Exploration(plan).run();
    assertThat(explored.exhausted()).isEqualTo(plan.bounds().depth() == Integer.MAX_VALUE);
    assertThat(explored.states()).isEqualTo(states).isGreaterThan(20);
    assertThat(explored.transitions()).isEqualTo(model.transitions());
  }

  @TestFactory
  Stream<DynamicTest> countsDependNeitherOnThreadsNorOnMemory() {
    return plans().entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> effortsAgree(each.getValue())));
  }

  private static void effortsAgree(Plan plan) {
    Explored plain = new Exploration(plan).run();
    Explored two = new Exploration(plan.withEffort(effort(2, true))).run();
    Explored forgetful = new Exploration(plan.withEffort(effort(1, false))).run();
    for (Explored other : List.of(two, forgetful)) {
      assertThat(other.states()).isEqualTo(plain.states());
      assertThat(other.transitions()).isEqualTo(plain.transitions());
      assertThat(other.depth()).isEqualTo(plain.depth());
      assertThat(other.localStates()).isEqualTo(plain.localStates());
    }
    assertThat(forgetful.misses()).isGreaterThan(plain.misses());
  }

  private static Plan.Effort effort(int threads, boolean memoises) {
    return new Plan.Effort(threads, Long.MAX_VALUE, memoises, false, System::nanoTime);
  }

  @Test
  void forgettingWhatNobodyCanReceiveLosesNoStateOfANode() {
    Plan steps = faults(2, 1, 0, 0, 0);
    Plan.Model forgetting =
        new Plan.Model(PLAIN.timing(), PLAIN.order(), PLAIN.saves(), false, 4, true);
    Explored whole = new Exploration(steps).run();
    Explored reduced = new Exploration(steps.withModel(forgetting)).run();
    assertThat(reduced.exhausted()).isTrue();
    assertThat(reduced.localStates()).isEqualTo(whole.localStates());
    assertThat(reduced.packets()).isEqualTo(whole.packets());
    assertThat(reduced.states()).isLessThan(whole.states());
  }
}
