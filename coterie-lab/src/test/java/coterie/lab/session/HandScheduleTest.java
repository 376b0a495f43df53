package coterie.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run whose next event is chosen by hand. */
class HandScheduleTest {
  private static final Recipes RECIPES = new Recipes(new Protocols().recipes());

  private static LabRun run(String text) {
    LabRun run = LabRun.read(text, RECIPES, LabLimits.STANDARD);
    run.start();
    while (!Boolean.TRUE.equals(run.advance(100_000).get("isOver"))) {
      // The next piece.
    }
    return run;
  }

  /** The lines of the notes among the first events of a run. */
  private static List<String> notes(LabRun run, int events) {
    List<String> notes = new ArrayList<>();
    for (TraceEvent event : run.log().all().subList(0, events)) {
      if (event instanceof TraceEvent.Noted) {
        notes.add(Lines.what(event));
      }
    }
    return notes;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "protocol raft\nnodes 5\nuntil 3\nloss 0.05\nduplicate 0.05\nat 1 crash leader for 1\n",
        "protocol raft\nnodes 3\nuntil 1\nsync 2ms\nat 0.5 cut leader -> follower\n",
        "protocol vring\nnodes 4\nuntil 131\nat 31 crash 1\nat 91 recover 1\n",
        "protocol bully\nnodes 5\nuntil 12\nat 4 partition 0 1 2 | 3 4 for 4\n",
        "protocol token-ring\nnodes 4\nuntil 0.5\nat 0.2 clock 1 drift +1000ppm\n",
        "protocol register\nnodes 3\nuntil 1\nat 0.5 crash 2 for 0.2\n",
      })
  void aTimedRunBecomesAScheduleThatNotesTheSame(String text) {
    LabRun timed = run(text);
    int last = Math.min(timed.log().size(), 3000) - 1;

    LabRun byHand = run(timed.handSchedule(last));

    List<String> expected = notes(timed, last + 1);
    assertThat(expected).isNotEmpty();
    assertThat(notes(byHand, byHand.log().size())).containsAll(expected);
  }

  @Test
  void choicesAreWhatIsInFlightAndWhatMayExpire() {
    Map<String, ?> next =
        HandSchedule.next(
            LabRun.scenario(
                "protocol raft\nnodes 3\nschedule manual\nthen expire P0 election\n",
                RECIPES,
                LabLimits.STANDARD),
            RECIPES);

    assertThat(next.get("chosen")).isEqualTo(1);
    assertThat(String.valueOf(next.get("events")))
        .contains("deliver PreVote")
        .contains("expire P1 election");
    assertThat(String.valueOf(next.get("mishaps"))).contains("drop PreVote").contains("crash P2");
  }

  @Test
  void aRunThatIsTooLongIsRefused() {
    LabSession session = new LabSession(RECIPES);
    session.answer("run\nprotocol lease\nnodes 5\nuntil 10\n");
    session.answer("advance 1 100000");

    assertThat(session.answer("hand 1 5000").text())
        .contains("5000 events are too many to be written down one by one");
  }

  @Test
  void callsAndShiVizAreAnswered() {
    LabSession session = new LabSession(RECIPES);
    session.answer("run\nprotocol raft\nnodes 3\nuntil 1\n");
    session.answer("advance 1 100000");

    assertThat(session.answer("calls 1 0").text()).contains("resign/0");
    assertThat(session.answer("calls 1 7").text()).contains("there is no process 7");
    assertThat(session.answer("shiviz 1").text()).contains("(?<host>").contains("\"leftOut\":0");
  }
}
