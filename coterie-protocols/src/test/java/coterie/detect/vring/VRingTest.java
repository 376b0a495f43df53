package coterie.detect.vring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.Counts;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** VRing on networks with latency and loss, through pauses, and with a liar in the ring. */
class VRingTest {
  private static final VRing.Config CONFIG = config(false);
  private static final Setup LATENCY =
      Setup.standard().withLatency(Latency.parse("uniform:10ms,100ms"));

  private static VRing.Config config(boolean mend) {
    return new VRing.Config(TimeText.parse("30"), TimeText.parse("10"), false, mend);
  }

  private static Blueprint ring(View view, VRing.Config config) {
    return node ->
        node.add(
            "vring",
            VRing.Msg.class,
            context -> new VRing(context, view, Counts.unknown(view.size(), 0), config));
  }

  private final List<String> notes = new ArrayList<>();

  private Simulation simulation(int size, Setup setup) {
    View view = View.numbered(0, size);
    return listenedTo(new Simulation(view, ring(view, CONFIG), setup));
  }

  private Simulation listenedTo(Simulation simulation) {
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (!(note instanceof EventCounter.TurnEnded) && !isVerdict(note)) {
              notes.add("%d %s %s".formatted(at / TimeText.SECOND, node, text(note)));
            }
          }
        });
    return simulation;
  }

  /** These follow from the counts, and DetectorChaosTest looks at them. */
  private static boolean isVerdict(Note note) {
    return note instanceof Note.Suspected || note instanceof Note.Trusted;
  }

  private static String text(Note note) {
    return switch (note) {
      case EventCounter.Tested tested -> "tests %s: %d".formatted(tested.who(), tested.count());
      case EventCounter.Learned learned ->
          "learns %s: %d".formatted(learned.about(), learned.count());
      case Note.BadMessage bad -> "bad %s: %s".formatted(bad.from(), bad.why());
      default -> note.toString();
    };
  }

  private static NodeId id(long number) {
    return new NodeId(number);
  }

  private static String vector(Simulation simulation, long node) {
    return simulation.protocol(id(node), VRing.class).state().state().toString();
  }

  private static void run(Simulation simulation, String until) {
    simulation.runUntil(TimeText.parse(until));
  }

  @Test
  void loneProcessEndsItsTurnWithoutATest() {
    Simulation simulation = simulation(1, Setup.standard());
    run(simulation, "100");
    assertThat(simulation.messages()).isZero();
    assertThat(vector(simulation, 0)).isEqualTo("[0]");
  }

  @Test
  void unknownIsNotSuspected() {
    Simulation simulation = simulation(3, Setup.standard());
    simulation.start();
    VRing ring = simulation.protocol(id(0), VRing.class);
    assertThat(ring.count(id(1))).isEqualTo(EventCounter.UNKNOWN);
    assertThat(ring.suspects(id(1))).isFalse();
    assertThat(ring.count(id(99))).isEqualTo(EventCounter.UNKNOWN);
    simulation.inject(new Fault.Crash(id(1)));
    run(simulation, "30");
    assertThat(ring.suspects(id(1))).isTrue();
    assertThat(ring.suspects(id(2))).isFalse();
  }

  @Test
  void silentCrashIsFoundByTimeout() {
    Simulation simulation = simulation(4, LATENCY);
    Diagnosis diagnosis = new Diagnosis(simulation, diagnosed -> {});
    run(simulation, "125");
    simulation.inject(new Fault.Crash(id(1)));
    notes.clear();
    run(simulation, "159.9");
    assertThat(notes).doesNotContain("160 P0 tests P1: 1");
    run(simulation, "161");
    assertThat(notes).contains("160 P0 tests P1: 1", "160 P0 tests P2: 0");
    run(simulation, "300");
    assertThat(diagnosis.isSettled()).isTrue();
    for (long node : new long[] {0, 2, 3}) {
      assertThat(vector(simulation, node)).isEqualTo("[0, 1, 0, 0]");
    }
  }

  @Test
  void lateReplyIsIgnored() {
    Simulation simulation = simulation(3, Setup.standard().withLatency(Latency.parse("6")));
    run(simulation, "41");
    assertThat(notes)
        .containsExactly("40 P0 tests P1: 1", "40 P1 tests P2: 1", "40 P2 tests P0: 1");
    run(simulation, "49.9");
    assertThat(notes).as("the replies have come at 42").hasSize(3);
    run(simulation, "59");
    assertThat(notes.stream().filter(note -> note.contains(" tests ")))
        .hasSize(6)
        .allMatch(note -> note.endsWith(": 1"));
    assertThat(notes).as("as each sees it").filteredOn(n -> n.contains("OnlyOneLeft")).hasSize(3);
  }

  @Test
  void lostReplyGivesAFalseVerdictThatHeals() {
    Simulation simulation = simulation(4, LATENCY);
    run(simulation, "119");
    notes.clear();
    simulation.inject(new Fault.Cut(id(1), id(0), false));
    run(simulation, "125");
    simulation.inject(new Fault.HealAll());
    run(simulation, "140");
    assertThat(notes).contains("130 P0 tests P1: 1");
    assertThat(simulation.protocol(id(0), VRing.class).suspects(id(1))).isTrue();
    run(simulation, "400");
    assertThat(notes).contains("150 P0 tests P1: 2");
    for (long node = 0; node < 4; node++) {
      VRing ring = simulation.protocol(id(node), VRing.class);
      assertThat(ring.suspects(id(1))).as("P%d", node).isFalse();
    }
  }

  @Test
  void falseVerdictsHealOnceLossEnds() {
    for (long seed = 0; seed < 100; seed++) {
      View view = View.numbered(0, 6);
      Setup setup = LATENCY.withSeed(seed).withConditions(List.of(new Fault.Loss(0.3)));
      Simulation simulation = new Simulation(view, ring(view, config(true)), setup);
      run(simulation, "600");
      simulation.inject(new Fault.Loss(0));
      run(simulation, "1200");
      for (int from = 0; from < 6; from++) {
        VRing ring = simulation.protocol(id(from), VRing.class);
        for (int to = 0; to < 6; to++) {
          int count = ring.count(id(to));
          assertThat(count & 1).as("seed %d: P%d of P%d: %d", seed, from, to, count).isZero();
        }
      }
    }
  }

  @Test
  void processPausedAcrossItsTurnTestsWhenItGoesOn() {
    Simulation simulation = simulation(3, LATENCY);
    run(simulation, "55");
    notes.clear();
    simulation.inject(new Fault.Pause(id(0)));
    run(simulation, "64");
    assertThat(notes).noneMatch(note -> note.contains("P0 tests"));
    assertThat(notes).as("its own silence is not seen yet").noneMatch(n -> n.endsWith("P0: 1"));
    simulation.inject(new Fault.Resume(id(0)));
    run(simulation, "65");
    assertThat(notes).contains("64 P0 tests P1: 0", "64 P2 tests P0: 0");
    notes.clear();
    run(simulation, "95");
    assertThat(notes).as("a period after the late turn").contains("94 P0 tests P1: 0");
  }

  @Test
  void processPausedDuringItsTestHeedsTheReplyThatWaited() {
    Simulation simulation = simulation(3, Setup.standard().withLatency(Latency.parse("1")));
    run(simulation, "30.5");
    simulation.inject(new Fault.Pause(id(0)));
    run(simulation, "50");
    simulation.inject(new Fault.Resume(id(0)));
    run(simulation, "51");
    assertThat(notes).contains("50 P0 tests P1: 0").doesNotContain("50 P0 tests P1: 1");
  }

  @Test
  void pausedProcessIsTakenForFaultyAndTrustedAgain() {
    Simulation simulation = simulation(4, LATENCY);
    run(simulation, "100");
    simulation.inject(new Fault.Pause(id(2)));
    run(simulation, "170");
    assertThat(simulation.protocol(id(1), VRing.class).suspects(id(2))).isTrue();
    simulation.inject(new Fault.Resume(id(2)));
    run(simulation, "400");
    for (long node = 0; node < 4; node++) {
      VRing ring = simulation.protocol(id(node), VRing.class);
      assertThat(ring.suspects(id(2))).as("P%d", node).isFalse();
    }
  }

  /** Answers every test as the given function says; tests nobody. */
  private record Liar(Context<VRing.Msg> context, BiFunction<NodeId, Long, VRing.Reply> answer)
      implements Protocol<VRing.Msg> {
    @Override
    public void receive(NodeId from, VRing.Msg message) {
      if (message instanceof VRing.Test test) {
        context.send(from, answer.apply(from, test.number()));
      }
    }
  }

  private Simulation withLiar(BiFunction<NodeId, Long, VRing.Reply> answer) {
    View view = View.numbered(0, 3);
    Blueprint blueprint =
        node ->
            node.<VRing.Msg, Protocol<VRing.Msg>>add(
                "vring",
                VRing.Msg.class,
                context ->
                    node.self().value() == 1
                        ? new Liar(context, answer)
                        : new VRing(context, view, Counts.unknown(3, 0), CONFIG));
    return listenedTo(new Simulation(view, blueprint, Setup.standard()));
  }

  @Test
  void replyOfAnotherSizeIsNotedAndDropped() {
    for (int size : new int[] {2, 4, 100}) {
      notes.clear();
      Simulation simulation =
          withLiar((from, number) -> new VRing.Reply(number, Counts.correct(size, 1)));
      run(simulation, "41");
      assertThat(notes)
          .as("size %d", size)
          .contains("30 P0 bad P1: counts of another ring", "40 P0 tests P1: 1");
      assertThat(vector(simulation, 0)).as("size %d", size).isEqualTo("[0, 1, 0]");
    }
  }

  @Test
  void replyOfAnotherOwnerIsNotedAndDropped() {
    Simulation simulation =
        withLiar((from, number) -> new VRing.Reply(number, Counts.correct(3, 0)));
    run(simulation, "41");
    assertThat(notes).contains("30 P0 bad P1: counts of another ring", "40 P0 tests P1: 1");
  }

  @Test
  void replyWithAnotherNumberIsIgnored() {
    Simulation simulation =
        withLiar((from, number) -> new VRing.Reply(number + 1, Counts.correct(3, 1)));
    run(simulation, "41");
    assertThat(notes).contains("40 P0 tests P1: 1").noneMatch(note -> note.contains("bad"));
  }

  @Test
  void replyThatNobodyAskedForIsIgnored() {
    Simulation simulation =
        withLiar((from, number) -> new VRing.Reply(number, Counts.of(List.of(0, 0, 5), 1)));
    run(simulation, "29");
    simulation.call(
        id(1),
        Liar.class,
        "push",
        liar -> {
          liar.context().send(id(0), new VRing.Reply(0, Counts.of(List.of(0, 0, 9), 1)));
          return "";
        });
    assertThat(vector(simulation, 0)).isEqualTo("[0, -1, -1]");
    run(simulation, "30");
    assertThat(vector(simulation, 0)).isEqualTo("[0, 0, 5]");
  }

  @Test
  void turnThatTakesLongerThanAPeriodGoesOn() {
    Simulation simulation = simulation(8, LATENCY);
    run(simulation, "59");
    for (int i = 1; i < 7; i++) {
      simulation.inject(new Fault.Crash(id(i)));
    }
    notes.clear();
    run(simulation, "121");
    assertThat(notes.stream().filter(note -> note.contains("P0 tests")))
        .containsExactly(
            "70 P0 tests P1: 1",
            "80 P0 tests P2: 1",
            "90 P0 tests P3: 1",
            "100 P0 tests P4: 1",
            "110 P0 tests P5: 1",
            "120 P0 tests P6: 1",
            "120 P0 tests P7: 0");
  }

  @Test
  void badConfigurationIsRefused() {
    assertThatThrownBy(() -> new VRing.Config(0, 1, false, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("period and timeout must be longer than 0");
    View view = View.numbered(5, 2);
    Simulation stranger = new Simulation(View.numbered(0, 2), ring(view, CONFIG), Setup.standard());
    assertThatThrownBy(stranger::start)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("P0 is not a member of the ring");
  }
}
