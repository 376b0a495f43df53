package coterie.lab.picture.instants;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReignsTest {
  private static final View TWO = View.numbered(1, 2);

  record Nothing() implements Message {}

  /** It leads when it is told to. */
  static final class Told implements Protocol<Nothing> {
    private final Context<Nothing> context;

    Told(Context<Nothing> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Nothing nothing) {}

    /** A negative time stands for an unbounded one. */
    String lead(long term, long nanos) {
      long until = nanos < 0 ? Long.MAX_VALUE : context.nowNanos() + nanos;
      context.note(new Note.Leads(term, until));
      return "";
    }

    String stepDown(long term) {
      context.note(new Note.SteppedDown(term));
      return "";
    }
  }

  private final Simulation simulation = new Simulation(TWO, blueprint(), Setup.standard());
  private final Reigns reigns = new Reigns(simulation);

  private static Blueprint blueprint() {
    return node -> node.add("told", Nothing.class, Told::new);
  }

  private static NodeId id(int node) {
    return new NodeId(node);
  }

  private void leads(double at, int node, long term, double seconds) {
    long nanos = Math.round(seconds * TimeText.SECOND);
    runTo(at);
    simulation.call(id(node), Told.class, "lead", told -> told.lead(term, nanos));
  }

  private void runTo(double seconds) {
    simulation.runUntil(Math.round(seconds * TimeText.SECOND));
  }

  private List<String> all() {
    return reigns.all().stream()
        .map(
            one ->
                "%s term %d: %s to %s"
                    .formatted(
                        one.node(),
                        one.term(),
                        TimeText.format(one.fromNanos()),
                        TimeText.format(one.toNanos())))
        .toList();
  }

  @Test
  void reignLastsUntilItIsGivenUpOrTheNodeCrashesOrTheRunEnds() {
    leads(1, 1, 1, -1);
    runTo(3);
    simulation.call(id(1), Told.class, "step down", told -> told.stepDown(1));
    leads(4, 2, 2, -1);
    runTo(5);
    simulation.inject(new Fault.Crash(id(2)));
    leads(6, 1, 3, -1);
    runTo(9);
    assertThat(all())
        .containsExactly("P1 term 1: 1 to 3", "P2 term 2: 4 to 5", "P1 term 3: 6 to 9");
  }

  @Test
  void timeThatIsPutOffIsOneReignAndOneThatWasOverAnother() {
    leads(1, 1, 1, 1);
    leads(1.5, 1, 1, 1);
    leads(2.5, 1, 1, 1);
    leads(4, 1, 1, 1);
    leads(4.5, 1, 2, 1);
    runTo(9);
    assertThat(all())
        .containsExactly("P1 term 1: 1 to 3.5", "P1 term 1: 4 to 4.5", "P1 term 2: 4.5 to 5.5");
  }

  @Test
  void timeEndsByTheClockOfTheLeader() {
    simulation.inject(new Fault.ClockDrift(id(1), 100_000));
    leads(1, 1, 1, 1.1);
    runTo(3);
    leads(3, 1, 2, 1);
    runTo(3.5);
    simulation.inject(new Fault.ClockDrift(id(1), -100_000));
    runTo(9);
    assertThat(all()).first().isEqualTo("P1 term 1: 1 to 2");
    assertThat(reigns.all().getLast().toNanos())
        .as("0.55 of it had passed, and the rest is counted more slowly")
        .isBetween(3_999_999_999L, 4_000_000_001L);
  }
}
