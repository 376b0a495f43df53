package coterie.sim.explore.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.encode.EncodingException;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import coterie.sim.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a search finds, and what ends it. */
class ExplorationTest {
  private static final View THREE = View.numbered(0, 3);

  private static Plan hops(View members) {
    return Plan.of(members, node -> node.add("hops", Hops.Msg.class, c -> new Hops(c, members)));
  }

  /** Objects as soon as somebody has noted that number. */
  private record Never(int number) implements Monitor<Never.Seen> {
    record Seen(boolean isReached) {}

    @Override
    public String judge() {
      return "never-reached";
    }

    @Override
    public Seen initial() {
      return new Seen(false);
    }

    @Override
    public boolean minds(Observation seen) {
      return seen instanceof Observation.Noted;
    }

    @Override
    public Seen next(Seen state, Observation seen) {
      boolean isIt =
          seen instanceof Observation.Noted noted
              && noted.note() instanceof Hops.Reached reached
              && reached.number() == number;
      return new Seen(state.isReached || isIt);
    }

    @Override
    public @Nullable String violation(Seen state) {
      return state.isReached ? "somebody has reached " + number : null;
    }
  }

  @Test
  void firstViolationHasAShortestPath() {
    Plan plan = hops(THREE).withMonitors(List.of(new Never(3)));
    Explored.Violation violation = new Exploration(plan).run().violation();
    assertThat(violation).isNotNull();
    assertThat(violation.judge()).isEqualTo("never-reached");
    assertThat(violation.text()).isEqualTo("somebody has reached 3");
    List<String> path = violation.path().stream().map(Choice::text).toList();
    // Starts of three, an alarm, three deliveries; each of them saves at once.
    assertThat(path)
        .containsExactly(
            "start P0",
            "start P1",
            "start P2",
            "expire P0 go",
            "deliver Hop[number=1] P0 -> P1",
            "durable P1",
            "deliver Hop[number=2] P1 -> P2",
            "durable P2",
            "deliver Hop[number=3] P2 -> P0",
            "durable P0");
  }

  @Test
  void pathShowsTheSameOnTheManualStage() {
    Plan plan = hops(THREE).withMonitors(List.of(new Never(3)));
    Explored.Violation violation = new Exploration(plan).run().violation();
    assertThat(violation).isNotNull();
    ManualStage stage =
        new ManualStage(THREE, plan.blueprint(), Setup.standard(), (on, call) -> {});
    violation.path().forEach(stage::apply);
    Hops last = stage.protocol(new NodeId(0), Hops.class);
    assertThat(last.kept()).isEqualTo(new Hops.Kept(3));
  }

  @Test
  void twoThreadsFindAPathOfTheSameLength() {
    Plan plan = hops(THREE).withMonitors(List.of(new Never(3)));
    Plan.Effort two = new Plan.Effort(2, Long.MAX_VALUE, true, false, System::nanoTime);
    Explored.Violation violation = new Exploration(plan.withEffort(two)).run().violation();
    assertThat(violation).isNotNull();
    assertThat(violation.path()).hasSize(10);
  }

  @Test
  void whatAProtocolThrowsIsAViolation() {
    Plan plan = plan(Fragile::new).withBounds(depth(5));
    Explored.Violation violation = new Exploration(plan).run().violation();
    assertThat(violation).isNotNull();
    assertThat(violation.judge()).isEqualTo("exceptions");
    assertThat(violation.text()).contains("IllegalStateException: twice");
    assertThat(violation.path()).last().extracting(Choice::text).isEqualTo("expire P0 tick");
  }

  /** Its alarm expires once too often. */
  static class Fragile implements Protocol<Hops.Msg> {
    final Context<Hops.Msg> context;
    final Alarm tick;
    int ticks;

    Fragile(Context<Hops.Msg> context) {
      this.context = context;
      this.tick = context.alarm("tick", this::tick);
    }

    @Override
    public void start() {
      tick.start(10);
    }

    void tick() {
      if (++ticks == 2) {
        throw new IllegalStateException("twice");
      }
      tick.start(10);
    }

    @Override
    public void receive(NodeId from, Hops.Msg message) {}
  }

  /** It takes the clock for a calendar. */
  static final class Calendar extends Fragile {
    long days;

    Calendar(Context<Hops.Msg> context) {
      super(context);
    }

    @Override
    void tick() {
      days = context.nowNanos() / 86_400;
    }
  }

  /** Reads the wall clock, which moves with its own. */
  static final class Dated extends Fragile {
    long atMillis;

    Dated(Context<Hops.Msg> context) {
      super(context);
    }

    @Override
    void tick() {
      atMillis = context.wallMillis();
      tick.start(1_000_000);
    }
  }

  private static Plan plan(Function<Context<Hops.Msg>, Protocol<Hops.Msg>> maker) {
    Blueprint blueprint = node -> node.add("toy", Hops.Msg.class, maker::apply);
    return Plan.of(View.numbered(0, 1), blueprint);
  }

  private static Plan.Bounds depth(int depth) {
    return new Plan.Bounds(depth, Long.MAX_VALUE, Integer.MAX_VALUE, -1, new TreeMap<>());
  }

  @Test
  void fieldThatDependsOnTheOriginOfTheClockIsNamed() {
    assertThatThrownBy(() -> new Exploration(plan(Calendar::new)).run())
        .isInstanceOf(EncodingException.class)
        .hasMessageStartingWith("Calendar.days depends on the origin of the clock");
  }

  @Test
  void wallClockThatIsReadIsAPartOfTheState() {
    Explored dated = new Exploration(plan(Dated::new).withBounds(depth(20))).run();
    assertThat(dated.localStates()).isEqualTo(21);
    assertThat(dated.exhausted()).isFalse();
    assertThat(dated.stoppedBy()).isEqualTo("depth 20 is reached");
  }

  @Test
  void memoryIsBounded() {
    Plan.Effort little = new Plan.Effort(1, 1, true, false, System::nanoTime);
    Explored explored = new Exploration(hops(THREE).withEffort(little)).run();
    assertThat(explored.exhausted()).isFalse();
    assertThat(explored.stoppedBy()).contains("of memory are used");
  }

  /** It grows with every tick, and says so. */
  static final class Growing extends Fragile {
    private String text = "";

    Growing(Context<Hops.Msg> context) {
      super(context);
    }

    @Override
    void tick() {
      text += ticks++ + " ";
      tick.start(10);
    }
  }

  /** It says the same again and again, and stays the same. */
  static final class Talking extends Fragile {
    Talking(Context<Hops.Msg> context) {
      super(context);
    }

    @Override
    void tick() {
      context.note(new Hops.Reached(1));
      tick.start(10);
    }
  }

  /** Keeps every number that it has heard of. */
  private record Hoard() implements Monitor<Hoard.Heard> {
    record Heard(List<Integer> numbers) {}

    @Override
    public String judge() {
      return "hoard";
    }

    @Override
    public Heard initial() {
      return new Heard(List.of());
    }

    @Override
    public boolean minds(Observation seen) {
      return seen instanceof Observation.Noted;
    }

    @Override
    public Heard next(Heard state, Observation seen) {
      List<Integer> numbers = new ArrayList<>(state.numbers);
      numbers.add(numbers.size());
      return new Heard(numbers);
    }

    @Override
    public @Nullable String violation(Heard state) {
      return null;
    }
  }

  /** There are few states of the group, so nearly all memory is theirs. */
  @Test
  void memoryOfNodesAndOfMonitorsCounts() {
    Plan.Effort little = new Plan.Effort(1, 4 << 20, true, false, System::nanoTime);
    Explored nodes =
        new Exploration(plan(Growing::new).withBounds(depth(2_000)).withEffort(little)).run();
    assertThat(nodes.stoppedBy()).isEqualTo("4 MB of memory are used");
    Plan talking = plan(Talking::new).withMonitors(List.of(new Hoard()));
    Explored opinions = new Exploration(talking.withBounds(depth(2_000)).withEffort(little)).run();
    assertThat(opinions.stoppedBy()).isEqualTo("4 MB of memory are used");
    assertThat(opinions.localStates()).isLessThan(5);
  }

  @Test
  void searchCanBeStopped() {
    List<Exploration.Status> told = new ArrayList<>();
    Exploration[] self = new Exploration[1];
    self[0] =
        new Exploration(
            hops(THREE),
            status -> {
              told.add(status);
              self[0].stop();
            });
    Explored explored = self[0].run();
    assertThat(explored.stoppedBy()).isEqualTo("it was stopped");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().states()).isPositive();
  }

  @Test
  void callThatNoProtocolHasIsRefused() {
    Plan plan = hops(THREE).withCalls(List.of(new Plan.Call(null, "jump")));
    assertThatThrownBy(() -> new Exploration(plan).run())
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining("no method \"jump\"");
  }

  @Test
  void successorsOfKeptStatesAreThoseThatWereFound() {
    Plan.Effort keeping = new Plan.Effort(1, Long.MAX_VALUE, true, true, System::nanoTime);
    Exploration exploration = new Exploration(hops(View.numbered(0, 2)).withEffort(keeping));
    Explored explored = exploration.run();
    Space space = exploration.space();
    assertThat((long) space.size()).isEqualTo(explored.states());
    long[] edges = {0};
    for (int state = 0; state < space.size(); state++) {
      space.successors(
          state,
          (to, ordinal, deed, node, packet) -> {
            edges[0]++;
            assertThat(to).isBetween(0, space.size() - 1);
          });
    }
    assertThat(edges[0]).isEqualTo(explored.transitions());
  }
}
