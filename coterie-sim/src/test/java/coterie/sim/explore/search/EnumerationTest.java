package coterie.sim.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

  /**
   * What all nodes are like together, and what a node has received after a crash: without that, a
   * message that is forgotten too early would look like one that came before the crash.
   */
  private record Mirror(int nodes) implements Monitor<Mirror.Seen> {
    record Fact(int highest, int alarms, @Nullable Object kept) {}

    record Seen(List<Optional<Fact>> nodes, boolean isCrashed, List<Integer> received) {}

    @Override
    public String judge() {
      return "mirror";
    }

    @Override
    public Seen initial() {
      return new Seen(
          Collections.nCopies(nodes, Optional.empty()), false, Collections.nCopies(nodes, 0));
    }

    @Override
    public boolean minds(Observation seen) {
      return seen instanceof Observation.Looked
          || seen instanceof Observation.Ended
          || seen instanceof Observation.Received;
    }

    @Override
    public Seen next(Seen state, Observation seen) {
      int at = (int) seen.node().value();
      List<Optional<Fact>> all = new ArrayList<>(state.nodes);
      List<Integer> received = new ArrayList<>(state.received);
      switch (seen) {
        case Observation.Looked(NodeId node, Record fact) -> all.set(at, Optional.of((Fact) fact));
        case Observation.Received one when state.isCrashed ->
            received.set(at, Math.max(received.get(at), ((Hops.Hop) one.message()).number()));
        case Observation.Ended ended -> all.set(at, Optional.empty());
        default -> {}
      }
      boolean isCrashed = state.isCrashed || seen instanceof Observation.Ended;
      return new Seen(List.copyOf(all), isCrashed, List.copyOf(received));
    }

    @Override
    public @Nullable String violation(Seen state) {
      return null;
    }

    @Override
    public Record look(NodeId node, List<Protocol<?>> protocols) {
      Hops hops = (Hops) protocols.getFirst();
      return new Fact(hops.highest(), hops.alarms(), hops.kept());
    }
  }

  @TestFactory
  Stream<DynamicTest> forgettingWhatNobodyCanReceiveLosesNoStateOfTheNodes() {
    Map<String, Plan> all = new LinkedHashMap<>();
    all.put("crash", faults(1, 0, 0, 0, 0));
    all.put("crash and recovery", faults(1, 1, 0, 0, 0));
    all.put("two crashes and a recovery", faults(2, 1, 0, 0, 0));
    all.put("crash and loss", faults(1, 1, 1, 0, 0));
    all.put("crash and pause", faults(1, 1, 0, 0, 1));
    all.put("three nodes", plan(3).withModel(PLAIN).withFaults(new Plan.Faults(1, 0, 0, 0, 0, 0)));
    all.put("cut", plan(2).withModel(PLAIN).withFaults(new Plan.Faults(1, 1, 0, 0, 1, 0)));
    return all.entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> forget(each.getValue())));
  }

  private static void forget(Plan steps) {
    Plan.Effort keeping = new Plan.Effort(1, Long.MAX_VALUE, true, true, System::nanoTime);
    Plan mirrored =
        steps.withMonitors(List.of(new Mirror(steps.members().size()))).withEffort(keeping);
    Plan.Model forgetting =
        new Plan.Model(PLAIN.timing(), PLAIN.order(), PLAIN.saves(), false, 4, true);
    Exploration whole = new Exploration(mirrored);
    Exploration reduced = new Exploration(mirrored.withModel(forgetting));
    Explored all = whole.run();
    Explored fewer = reduced.run();
    assertThat(fewer.exhausted()).isTrue();
    assertThat(fewer.localStates()).isEqualTo(all.localStates());
    assertThat(fewer.packets()).isEqualTo(all.packets());
    assertThat(fewer.states()).isLessThan(all.states());
    assertThat(opinions(reduced)).isEqualTo(opinions(whole)).hasSizeGreaterThan(20);
  }

  private static Set<List<Record>> opinions(Exploration exploration) {
    Set<List<Record>> all = new HashSet<>();
    for (int state = 0; state < exploration.space().size(); state++) {
      all.add(exploration.space().opinions(state));
    }
    return all;
  }

  @Test
  void randomNumbersThatAreLeftOutAreTold() {
    Plan drawing = plan(2).withModel(PLAIN).withCalls(List.of(new Plan.Call(null, "skip")));
    assertThat(new Exploration(drawing).run().sampled()).isFalse();
    Plan.Model lowest =
        new Plan.Model(PLAIN.timing(), PLAIN.order(), PLAIN.saves(), false, 1, false);
    Explored sampled = new Exploration(drawing.withModel(lowest)).run();
    assertThat(sampled.exhausted()).isTrue();
    assertThat(sampled.sampled()).isTrue();
  }
}
