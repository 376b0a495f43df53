package coterie.sim.check.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.EventCounter;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge of diagnoses, on processes that know what a test tells them. */
class DiagnosisTest {
  record Nothing() implements Message {}

  /** Knows and notes what it is told; its counts start at unknown, its own at 0. */
  private static final class Told implements Protocol<Nothing>, EventCounter {
    private final Context<Nothing> context;
    private final int[] counts = new int[3];

    Told(Context<Nothing> context) {
      this.context = context;
      Arrays.fill(counts, UNKNOWN);
      counts[(int) context.self().value()] = 0;
    }

    @Override
    public int count(NodeId about) {
      return counts[(int) about.value()];
    }

    @Override
    public void receive(NodeId from, Nothing message) {}

    void test(int who, int count) {
      counts[who] = count;
      context.note(new EventCounter.Tested(new NodeId(who), count));
    }

    void learn(int about, int count) {
      counts[about] = count;
      context.note(new EventCounter.Learned(new NodeId(about), count, context.self()));
    }

    void endTurn() {
      context.note(new EventCounter.TurnEnded());
    }
  }

  private final Simulation simulation =
      new Simulation(
          View.numbered(0, 3),
          node -> node.add("told", Nothing.class, Told::new),
          Setup.standard());

  private final List<Diagnosed> heard = new ArrayList<>();
  private final Diagnosis diagnosis = new Diagnosis(simulation, heard::add);

  private Told told(int node) {
    return simulation.protocol(new NodeId(node), Told.class);
  }

  private void at(String time) {
    simulation.runUntil(TimeText.parse(time));
  }

  private static NodeId id(int node) {
    return new NodeId(node);
  }

  @Test
  void nothingHappenedIsSettled() {
    simulation.start();
    told(0).test(1, 0);
    told(0).endTurn();
    assertThat(diagnosis.isSettled()).isTrue();
    assertThat(diagnosis.events()).isEmpty();
  }

  @Test
  void crashIsDiagnosedWhenTheLastProcessKnowsAndATurnHasEnded() {
    at("10");
    simulation.inject(new Fault.Crash(id(1)));
    at("20");
    told(0).test(1, 1);
    told(0).test(2, 0);
    told(0).endTurn();
    assertThat(diagnosis.isSettled()).as("P2 does not know yet").isFalse();
    at("30");
    told(2).test(0, 0);
    told(2).learn(1, 1);
    assertThat(diagnosis.isSettled()).as("the turn of P2 goes on").isFalse();
    told(2).endTurn();
    assertThat(diagnosis.isSettled()).isTrue();
    assertThat(heard)
        .containsExactly(new Diagnosed("crash", id(1), s(10), 3, 1, s(20), s(30)))
        .isEqualTo(diagnosis.events());
  }

  @Test
  void unknownIsNoKnowledgeThoughItIsOdd() {
    simulation.inject(new Fault.Crash(id(1)));
    told(0).test(1, 1);
    told(0).endTurn();
    told(2).test(0, 0);
    told(2).endTurn();
    assertThat(told(2).count(id(1))).isEqualTo(EventCounter.UNKNOWN);
    assertThat(diagnosis.isSettled()).isFalse();
    assertThat(heard).isEmpty();
  }

  @Test
  void unknownIsNoKnowledgeOfARecoveryEither() {
    simulation.inject(new Fault.Crash(id(1)));
    told(0).learn(1, 1);
    told(2).learn(1, 1);
    told(2).endTurn();
    simulation.inject(new Fault.Recover(id(1)));
    told(0).test(1, 2);
    told(2).learn(1, EventCounter.UNKNOWN);
    told(2).endTurn();
    assertThat(diagnosis.isSettled()).isFalse();
    told(2).learn(1, 2);
    told(2).endTurn();
    assertThat(heard).hasSize(2).allMatch(Diagnosed::isDiagnosed);
  }

  @Test
  void recoveredProcessKnowsOfItselfFromTheStart() {
    simulation.inject(new Fault.Crash(id(1)));
    simulation.inject(new Fault.Recover(id(1)));
    told(0).test(1, 2);
    told(0).endTurn();
    assertThat(diagnosis.isSettled()).isFalse();
    told(2).learn(1, 2);
    told(2).endTurn();
    assertThat(diagnosis.isSettled()).isTrue();
  }

  @Test
  void knowledgeCanBeLostAgain() {
    simulation.inject(new Fault.Crash(id(1)));
    told(0).test(1, 1);
    told(0).test(1, 2);
    told(2).learn(1, 1);
    told(2).endTurn();
    assertThat(diagnosis.isSettled()).isFalse();
    told(0).test(1, 3);
    told(0).endTurn();
    assertThat(diagnosis.isSettled()).isTrue();
  }

  @Test
  void whatWasKnownBeforeCounts() {
    simulation.start();
    told(0).learn(1, 1);
    told(2).learn(1, 1);
    simulation.inject(new Fault.Crash(id(1)));
    assertThat(diagnosis.isSettled()).isFalse();
    told(0).endTurn();
    assertThat(diagnosis.isSettled()).isTrue();
  }

  @Test
  void processThatIsDownNeedNotKnow() {
    simulation.inject(new Fault.Crash(id(2)));
    told(0).test(2, 1);
    told(1).test(2, 1);
    told(1).endTurn();
    simulation.inject(new Fault.Crash(id(1)));
    told(0).test(1, 1);
    told(0).endTurn();
    assertThat(heard).extracting(Diagnosed::node).containsExactly(id(2), id(1));
  }

  @Test
  void eventThatIsFollowedByTheNextIsNotDiagnosed() {
    at("10");
    simulation.inject(new Fault.Crash(id(1)));
    told(0).test(1, 1);
    told(0).endTurn();
    at("15");
    simulation.inject(new Fault.Recover(id(1)));
    assertThat(diagnosis.events())
        .containsExactly(
            new Diagnosed("crash", id(1), s(10), 1, 1, null, null),
            new Diagnosed("recover", id(1), s(15), 0, 0, null, null));
    assertThat(diagnosis.events()).noneMatch(Diagnosed::isDiagnosed);
    assertThat(heard).isEmpty();
  }

  @Test
  void roundsAreTurnsPerProcessThatIsUpRoundedUp() {
    simulation.inject(new Fault.Crash(id(1)));
    for (int turn = 0; turn < 4; turn++) {
      told(0).endTurn();
    }
    told(0).test(1, 1);
    told(2).test(1, 1);
    told(2).endTurn();
    assertThat(heard).extracting(Diagnosed::rounds).containsExactly(3L);
  }

  @Test
  void otherFaultsAreNoEvents() {
    simulation.inject(new Fault.Pause(id(1)));
    simulation.inject(new Fault.Loss(0.5));
    assertThat(diagnosis.events()).isEmpty();
  }

  private static long s(long seconds) {
    return seconds * TimeText.SECOND;
  }

  @Test
  void timesWithOnlyOneProcessAreKept() {
    at("10");
    simulation.inject(new Fault.Crash(id(1)));
    assertThat(diagnosis.alone()).isEmpty();
    at("20");
    simulation.inject(new Fault.Crash(id(0)));
    assertThat(diagnosis.alone()).containsExactly(new Diagnosis.Alone(id(2), s(20), null));
    at("30");
    simulation.inject(new Fault.Recover(id(1)));
    assertThat(diagnosis.alone()).containsExactly(new Diagnosis.Alone(id(2), s(20), s(30)));
    simulation.inject(new Fault.Crash(id(2)));
    simulation.inject(new Fault.Crash(id(1)));
    assertThat(diagnosis.alone()).as("nobody is nobody").hasSize(2);
  }
}
