package coterie.sim.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.protocols.Protocols;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.explore.Plan;
import coterie.sim.explore.encode.Atoms;
import coterie.sim.explore.encode.Encoder;
import coterie.sim.explore.encode.Fields;
import coterie.sim.explore.local.LocalState;
import coterie.sim.explore.local.RevivedNode;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every recipe can be explored, and the path to a state, chosen event by event on a stage of real
 * nodes, leads to nodes that are equal field by field, and to which the same can happen.
 */
class ReplayedPathsTest {
  private static final int NODES = 3;
  private static final int STATES = 3_000;
  private static final int SAMPLES = 12;

  @TestFactory
  Stream<DynamicTest> pathLeadsToTheSameStateOnTheManualStage() {
    return new Protocols()
        .recipes().stream()
            .map(recipe -> DynamicTest.dynamicTest(recipe.name(), () -> replay(recipe, -1)));
  }

  @TestFactory
  Stream<DynamicTest> soDoesAPathWithFewDeviations() {
    return Stream.of("raft", "lamport", "lease", "swim", "register", "bully")
        .map(name -> DynamicTest.dynamicTest(name, () -> replay(recipe(name), 1)));
  }

  /** Also where the first process has saved something when the second one starts. */
  @TestFactory
  Stream<DynamicTest> allStartsComeFirst() {
    return Stream.of("token-ring", "token-ring-plain", "mvcc")
        .map(name -> DynamicTest.dynamicTest(name, () -> requireStartsFirst(recipe(name))));
  }

  private static void requireStartsFirst(Recipe recipe) {
    View members = View.numbered(0, NODES);
    Settings settings = new Settings(recipe.settings(), new TreeMap<>(Map.of()));
    Plan plan =
        Plan.of(members, recipe.blueprint(members, settings))
            .withBounds(
                new Plan.Bounds(Integer.MAX_VALUE, 100, Integer.MAX_VALUE, -1, new TreeMap<>()))
            .withEffort(new Plan.Effort(1, Long.MAX_VALUE, true, true, System::nanoTime));
    Exploration exploration = new Exploration(plan);
    exploration.run();
    List<Choice> path = exploration.space().path(exploration.space().size() - 1);
    assertThat(path).anyMatch(Choice.Durable.class::isInstance);
    assertThat(path.subList(0, NODES)).allMatch(Choice.Start.class::isInstance);
    assertThat(path.subList(NODES, path.size())).noneMatch(Choice.Start.class::isInstance);
    ManualStage stage =
        new ManualStage(members, plan.blueprint(), Setup.standard(), (on, call) -> {});
    path.forEach(stage::apply);
  }

  private static Recipe recipe(String name) {
    return new Protocols()
        .recipes().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static void replay(Recipe recipe, int deviations) {
    View members = View.numbered(0, NODES);
    Settings settings = new Settings(recipe.settings(), new TreeMap<>(Map.of()));
    Blueprint blueprint = recipe.blueprint(members, settings);
    Plan plan =
        Plan.of(members, blueprint)
            .withFaults(new Plan.Faults(1, 1, 1, 1, 1, 1))
            .withModel(
                new Plan.Model(
                    Plan.Timing.ANY, Plan.Order.MULTISET, Plan.Saves.LATER, true, 2, false))
            .withBounds(
                new Plan.Bounds(
                    Integer.MAX_VALUE, STATES, Integer.MAX_VALUE, deviations, new TreeMap<>()))
            .withEffort(new Plan.Effort(1, Long.MAX_VALUE, true, true, System::nanoTime));
    Exploration exploration = new Exploration(plan);
    Explored explored = exploration.run();
    assertThat(explored.states()).isGreaterThan(200);
    assertThat(explored.violation()).isNull();
    Space space = exploration.space();
    RevivedNode revived = new RevivedNode(space.locals(), space.clock());
    for (int i = 0; i < SAMPLES; i++) {
      int expanded = deviations < 0 ? space.size() / 20 : space.size() - 1;
      int state = (int) ((long) (i + 1) * expanded / SAMPLES);
      compare(space, state, plan, revived);
    }
  }

  private static void compare(Space space, int state, Plan plan, RevivedNode revived) {
    ManualStage stage =
        new ManualStage(plan.members(), plan.blueprint(), Setup.standard(), (on, call) -> {});
    for (Choice choice : space.path(state)) {
      stage.apply(choice);
    }
    List<LocalState> nodes = space.nodes(state);
    for (int i = 0; i < NODES; i++) {
      NodeId id = plan.members().at(i);
      assertThat(stage.isUp(id)).isEqualTo(nodes.get(i).isUp);
      if (nodes.get(i).isUp) {
        List<Protocol<?>> found = revived.protocols(nodes.get(i));
        requireSame(found, stage.protocols(id), stage.clockNanos(id) - revived.nowNanos());
      }
    }
    if (plan.bounds().deviations() < 0) {
      assertThat(events(space, state)).isEqualTo(events(stage));
    }
  }

  /** The encoder compares two copies of a node, and refuses those that differ. */
  private static void requireSame(List<Protocol<?>> x, List<Protocol<?>> y, long shiftNanos) {
    Encoder encoder = new Encoder(new Fields(new Atoms(), new TreeMap<>()), shiftNanos);
    encoder.begin(0);
    for (int channel = 0; channel < x.size(); channel++) {
      encoder.value(x.get(channel), y.get(channel), "protocol");
    }
    assertThat(x).hasSameSizeAs(y);
  }

  private static Set<String> events(ManualStage stage) {
    return stage.choices().stream()
        .filter(choice -> !(choice instanceof Choice.Unreachable))
        .map(Choice::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> events(Space space, int state) {
    List<Integer> ordinals = new ArrayList<>();
    space.successors(
        state,
        (to, ordinal, deed, node, packet) -> {
          if (deed == Deed.DELIVER
              || deed == Deed.LAPSE
              || deed == Deed.EXPIRE
              || deed == Deed.SYNC) {
            ordinals.add(ordinal);
          }
        });
    Set<String> all = new TreeSet<>();
    for (int ordinal : ordinals) {
      Choice last = space.path(state, ordinal).getLast();
      all.add(last.drawing(List.of()).text());
    }
    return all;
  }
}
