package coterie.sim.check.clock;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stamp;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The judge finds every wrong stamp, and no other. */
class CausalityTest {
  private static final long SECOND = 1_000_000_000;

  record Letter(String text) implements Message {}

  record Value(int value) {}

  /** Does what the test tells it, and notes what a letter says. */
  static final class Writer implements Protocol<Letter> {
    final Context<Letter> context;

    Writer(Context<Letter> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Letter message) {}

    void stamp(String clock, String event, long time) {
      context.note(new Note.Stamped(clock, event, new Stamp(time, context.self())));
    }

    void vector(String event, long... counts) {
      List<Dot> dots = new java.util.ArrayList<>();
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          dots.add(new Dot(new NodeId(i), counts[i]));
        }
      }
      context.note(new Note.Versioned(Note.VECTOR, event, dots));
    }

    void send(long to) {
      context.send(new NodeId(to), new Letter("x"));
    }
  }

  private final Simulation simulation;
  private final Causality causality;

  CausalityTest() {
    simulation =
        new Simulation(
            View.numbered(0, 3),
            node -> node.add("letters", Letter.class, Writer::new),
            Setup.standard().withSyncNanos(SECOND));
    causality = new Causality(simulation);
    simulation.start();
  }

  private void at(long node, Consumer<Writer> action) {
    simulation.call(
        new NodeId(node),
        Writer.class,
        "act",
        writer -> {
          action.accept(writer);
          return "";
        });
  }

  @Test
  void stampsThatGrowAlongMessagesAreRight() {
    at(0, writer -> writer.stamp("lamport", "a", 1));
    at(0, writer -> writer.send(1));
    at(1, writer -> writer.stamp("lamport", "b", 2));
    at(2, writer -> writer.stamp("lamport", "c", 1));
    assertThat(causality.violations()).isEmpty();
    assertThat(causality.causalPairs("lamport")).isEqualTo(1);
    assertThat(causality.concurrentPairs("lamport")).hasSize(2);
  }

  @Test
  void stampThatIsNoHigherThanThatOfTheSendingIsFound() {
    at(0, writer -> writer.stamp("lamport", "a", 5));
    at(0, writer -> writer.send(1));
    at(1, writer -> writer.stamp("lamport", "b", 3));
    assertThat(causality.violations())
        .containsExactly(
            "the lamport clock is wrong: \"a\" of P0 happened before \"b\" of P1, and they have"
                + " 5@P0 and 3@P1");
  }

  @Test
  void stampIsHeldAgainstEventsThatWereToldByAThirdProcess() {
    at(0, writer -> writer.stamp("lamport", "a", 5));
    at(0, writer -> writer.send(1));
    at(1, writer -> writer.send(2));
    at(2, writer -> writer.stamp("lamport", "b", 4));
    assertThat(causality.violations()).hasSize(1);
  }

  @Test
  void stampThatStandsStillIsFound() {
    at(0, writer -> writer.stamp("hybrid", "a", 5));
    at(0, writer -> writer.stamp("hybrid", "b", 5));
    assertThat(causality.violations()).hasSize(1);
  }

  @Test
  void clocksAreJudgedApart() {
    at(0, writer -> writer.stamp("hybrid", "a", 5));
    at(0, writer -> writer.stamp("lamport", "b", 1));
    assertThat(causality.violations()).isEmpty();
    assertThat(causality.clocks()).containsExactly("hybrid", "lamport");
  }

  @Test
  void wallClocksAreMeasuredAndNotBlamed() {
    at(0, writer -> writer.stamp(Note.PHYSICAL, "a", 500));
    at(0, writer -> writer.send(1));
    at(1, writer -> writer.stamp(Note.PHYSICAL, "b", 10));
    assertThat(causality.violations()).isEmpty();
    assertThat(causality.brokenPairs(Note.PHYSICAL)).hasSize(1);
  }

  @Test
  void exactVectorsAreRight() {
    at(0, writer -> writer.vector("a", 1));
    at(0, writer -> writer.send(1));
    at(1, writer -> writer.vector("b", 1, 1));
    at(2, writer -> writer.vector("c", 0, 0, 1));
    assertThat(causality.violations()).isEmpty();
  }

  @Test
  void vectorThatDoesNotKnowWhatHappenedBeforeIsFound() {
    at(0, writer -> writer.vector("a", 1));
    at(0, writer -> writer.send(1));
    at(1, writer -> writer.vector("b", 0, 1));
    assertThat(causality.violations()).hasSize(1).first().asString().contains("happened before");
  }

  @Test
  void vectorThatClaimsToKnowMoreIsFound() {
    at(0, writer -> writer.vector("a", 1));
    at(1, writer -> writer.vector("b", 1, 1));
    assertThat(causality.violations())
        .hasSize(1)
        .first()
        .asString()
        .contains("\"a\" of P0 did not happen before \"b\" of P1");
  }

  @Test
  void vectorThatIsTooLowToBeNewIsFound() {
    at(0, writer -> writer.vector("a", 1, 1));
    at(1, writer -> writer.vector("b", 0, 1));
    assertThat(causality.violations())
        .hasSize(1)
        .first()
        .asString()
        .contains("\"b\" of P1 did not happen before \"a\" of P0");
  }

  /** P0 decides on a message, then hears of P1's stamp; only then its save is durable. */
  @Test
  void whatIsHeldBackHappenedWhenItWasDecided() {
    at(
        0,
        writer -> {
          writer.context.stable("x", Value.class).save(new Value(1));
          writer.stamp("lamport", "a", 5);
          writer.send(2);
        });
    at(1, writer -> writer.stamp("lamport", "b", 9));
    at(1, writer -> writer.send(0));
    simulation.runFor(2 * SECOND);
    at(2, writer -> writer.stamp("lamport", "c", 6));
    assertThat(causality.violations()).isEmpty();
    assertThat(causality.readings("lamport")).hasSize(3);
    at(0, writer -> writer.send(2));
    at(2, writer -> writer.stamp("lamport", "d", 8));
    assertThat(causality.violations()).hasSize(1);
  }

  @Test
  void whatIsHeldBackIsForgottenWithACrash() {
    at(
        0,
        writer -> {
          writer.context.stable("x", Value.class).save(new Value(1));
          writer.stamp("lamport", "a", 5);
        });
    simulation.inject(new Fault.Crash(new NodeId(0), false));
    simulation.inject(new Fault.Recover(new NodeId(0)));
    at(0, writer -> writer.stamp("lamport", "b", 1));
    assertThat(causality.violations()).isEmpty();
    assertThat(causality.readings("lamport")).hasSize(1);
  }

  /** P0 hears of a high stamp, and falls before anybody could see that it did. */
  @Test
  void whatWasForgottenInACrashNeedNotBeKnown() {
    at(1, writer -> writer.stamp("lamport", "a", 9));
    at(1, writer -> writer.vector("a", 0, 1));
    at(1, writer -> writer.send(0));
    simulation.inject(new Fault.Crash(new NodeId(0), false));
    simulation.inject(new Fault.Recover(new NodeId(0)));
    at(0, writer -> writer.stamp("lamport", "b", 1));
    at(0, writer -> writer.vector("b", 1));
    assertThat(causality.violations()).isEmpty();
  }

  /** Nor is it wrong to know it, for the disk may have kept it. */
  @Test
  void whatWasForgottenInACrashMayBeKnown() {
    at(1, writer -> writer.vector("a", 0, 1));
    at(1, writer -> writer.send(0));
    simulation.inject(new Fault.Crash(new NodeId(0), true));
    simulation.inject(new Fault.Recover(new NodeId(0)));
    at(0, writer -> writer.vector("b", 1, 1));
    assertThat(causality.violations()).isEmpty();
  }

  @Test
  void whatWasShownBeforeACrashMustBeKnownAfterIt() {
    at(1, writer -> writer.stamp("lamport", "a", 9));
    at(1, writer -> writer.send(0));
    at(0, writer -> writer.send(2));
    simulation.inject(new Fault.Crash(new NodeId(0), false));
    simulation.inject(new Fault.Recover(new NodeId(0)));
    at(0, writer -> writer.stamp("lamport", "b", 1));
    assertThat(causality.violations()).hasSize(1);
  }

  @Test
  void refusedMessageTeachesNothing() {
    at(1, writer -> writer.stamp("hybrid", "a", 9));
    at(1, writer -> writer.send(0));
    at(0, writer -> writer.context.note(new Note.BadMessage(new NodeId(1), "too far ahead")));
    at(0, writer -> writer.stamp("hybrid", "b", 1));
    at(0, writer -> writer.send(2));
    at(2, writer -> writer.stamp("hybrid", "c", 2));
    assertThat(causality.violations()).isEmpty();
  }
}
