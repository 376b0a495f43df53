package coterie.lab.picture.instants;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.lab.picture.Script;
import coterie.sim.trace.TraceEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class CausesTest {
  private static final Note NEWS = new Note.Suspected(Script.node(2));

  /** Which of the messages sent made a difference, by their number in the order of sending. */
  private static List<Integer> causes(Script script) {
    Causes causes = Causes.of(script.events);
    return script.events.stream()
        .filter(TraceEvent.Sent.class::isInstance)
        .map(TraceEvent.Sent.class::cast)
        .filter(causes::isCause)
        .map(sent -> ((Script.Ask) sent.message()).number())
        .toList();
  }

  @Test
  void messageWhoseReceiverNotesSomethingIsACause() {
    Script script = new Script().at(1).send(0, 1, 1).send(0, 1, 2).send(0, 1, 3);
    script.at(2).receive(0, 1, 2).note(1, NEWS).receive(0, 1, 3);
    assertThat(causes(script)).as("and the first of its kind").containsExactly(1, 2);
  }

  @Test
  void noteOfAnAlarmOrOfALaterTimeHasNoMessageForItsCause() {
    Script script = new Script().at(1).send(0, 1, 1).send(0, 1, 2).send(0, 1, 3);
    script.at(2).receive(0, 1, 2);
    script.events.add(new TraceEvent.Expired(script.now(), Script.node(1), "tick"));
    script.note(1, NEWS).receive(0, 1, 3).at(3).note(1, NEWS);
    assertThat(causes(script)).containsExactly(1);
  }

  @Test
  void firstLossIsShownAndLaterOnesAreNot() {
    Script script = new Script().at(1);
    for (int i = 1; i <= 3; i++) {
      script.send(0, 1, i);
      if (i > 1) {
        script.lose(0, 1, i);
      }
    }
    assertThat(causes(script)).containsExactly(1, 2);
  }
}
