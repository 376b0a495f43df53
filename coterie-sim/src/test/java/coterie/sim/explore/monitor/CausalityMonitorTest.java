package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Dot;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.sim.explore.Observation;
import java.util.List;
import org.junit.jupiter.api.Test;

class CausalityMonitorTest {
  private record Letter(int number) implements Message {}

  private static final Letter LETTER = new Letter(1);
  private final Path<CausalityMonitor.State> path = new Path<>(new CausalityMonitor(false));

  private static Note stamp(long time, NodeId node) {
    return new Note.Stamped("lamport", "event", new Stamp(time, node));
  }

  private static Note vector(long first, long second) {
    List<Dot> dots =
        second == 0
            ? List.of(new Dot(P0, first))
            : first == 0
                ? List.of(new Dot(P1, second))
                : List.of(new Dot(P0, first), new Dot(P1, second));
    return new Note.Versioned(Note.VECTOR, "event", dots);
  }

  private void letter() {
    path.see(new Observation.Sent(P0, 0, P1, LETTER));
    path.see(new Observation.Received(P1, 0, P0, LETTER));
  }

  @Test
  void stampsOfAProcessGrow() {
    path.note(P0, stamp(2, P0), stamp(2, P0));
    assertThat(path.violation())
        .isEqualTo(
            "the lamport clock is wrong: \"event\" of P0 has 2@P0,"
                + " and what happened before it has 2@P0");
  }

  @Test
  void aReceiptIsLaterThanItsSending() {
    path.note(P0, stamp(5, P0));
    letter();
    assertThat(path.note(P1, stamp(3, P1)).violation()).contains("has 3@P1");
  }

  @Test
  void concurrentStampsMayBeAsTheyLike() {
    path.note(P0, stamp(5, P0)).note(P1, stamp(3, P1));
    assertThat(path.violation()).isNull();
  }

  @Test
  void aVectorCountsExactlyWhatHappenedBefore() {
    path.note(P0, vector(1, 0));
    letter();
    path.note(P1, vector(1, 1));
    assertThat(path.violation()).isNull();
    path.note(P1, vector(0, 2));
    assertThat(path.violation())
        .isEqualTo(
            "the vector clock is wrong: \"event\" of P1 has [P1:2],"
                + " which counts 0 events of P0, and 1 happened before");
  }

  @Test
  void aVectorThatForgetsItsOwnEventIsWrong() {
    path.note(P0, vector(1, 0), vector(1, 0));
    assertThat(path.violation()).contains("counts 1 event of P0, and 2 happened before");
  }

  @Test
  void whoRefusesAMessageLearnsNothing() {
    path.note(P0, vector(1, 0), stamp(9, P0));
    letter();
    path.note(P1, new Note.BadMessage(P0, "why"), vector(0, 1), stamp(1, P1));
    assertThat(path.violation()).isNull();
  }

  @Test
  void whatWasNeverToldMayBeForgotten() {
    path.see(new Observation.Held(P0, 0, vector(1, 0))).crash(P0).note(P0, vector(1, 0));
    assertThat(path.violation()).isNull();
    path.crash(P0).note(P0, vector(1, 0));
    assertThat(path.violation()).isNotNull();
  }

  @Test
  void whatIsHeldBackHasThePastOfItsDecision() {
    path.see(new Observation.Held(P1, 0, vector(0, 1)));
    path.see(new Observation.Held(P1, 0, LETTER));
    path.note(P0, vector(1, 0));
    letter();
    path.note(P1, vector(0, 1)).see(new Observation.Sent(P1, 0, P0, LETTER));
    path.see(new Observation.Received(P0, 0, P1, LETTER));
    path.note(P0, vector(2, 1));
    assertThat(path.violation()).isNull();
  }

  @Test
  void nothingIsRememberedOfMessagesThatAreGone() {
    path.see(new Observation.Sent(P0, 0, P1, LETTER));
    path.see(new Observation.Duplicated(P0, 0, P1, LETTER));
    path.see(new Observation.Lost(P0, 0, P1, LETTER));
    assertThat(path.state().flights()).hasSize(1);
    path.see(new Observation.Received(P1, 0, P0, LETTER));
    assertThat(path.state().flights()).isEmpty();
  }
}
