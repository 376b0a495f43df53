package coterie.lab.picture;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Dot;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Simulation;
import coterie.sim.trace.TraceEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stamps and sentences in a picture. */
class StampsTest {
  private static final String LONG = "a sentence that goes on and on ".repeat(8).strip();

  private static Script stamps(Script script, int node, String event) {
    Stamp wall = new Stamp(Simulation.START_MILLIS + 7, Script.node(node));
    Stamp hybrid = new Stamp(wall.time() << 16 | 1, Script.node(node));
    return script
        .note(node, new Note.Stamped(Note.PHYSICAL, event, wall))
        .note(node, new Note.Stamped("lamport", event, new Stamp(3, Script.node(node))))
        .note(node, new Note.Versioned("vector", event, List.of(new Dot(Script.node(node), 1))))
        .note(node, new Note.Stamped("hybrid", event, hybrid));
  }

  private static String draw(int members, Script script) {
    return SpaceTime.svg("test", View.numbered(0, members), script.events, 10 * TimeText.SECOND);
  }

  @Test
  void stampsOfOneEventAreOneDotWithALabel() throws Exception {
    Script script = stamps(new Script().at(1), 0, "e1");
    stamps(script, 0, "e2");
    String svg = draw(3, script);
    assertThat(Xml.words(svg, "event")).containsExactly("e1", "e2");
    assertThat(Xml.words(svg, "stamp"))
        .as("with a sample of each in the legend")
        .containsExactly(
            "7ms", "L3", "[1,2]", "7/1", "e1", "7ms", "L3", "[1,0,0]", "7/1", "e2", "7ms", "L3",
            "[1,0,0]", "7/1");
    assertThat(Xml.looks(svg, "circle")).containsExactly("stampdot", "stampdot");
    assertThat(Xml.words(svg, "key")).contains("Lamport", "vector", "hybrid: ms/counter");
  }

  @Test
  void labelStaysInItsColumn() throws Exception {
    Script script = new Script().at(1);
    for (int node = 0; node < 10; node++) {
      stamps(script, node, "a name that is far too long for its column");
    }
    String svg = draw(10, script);
    assertThat(Xml.words(svg, "event")).hasSize(10).allMatch(name -> name.length() <= 24);
    assertThat(Xml.words(draw(12, script), "event")).as("no room at all").isEmpty();
  }

  @Test
  void sentencesGoAcrossTheLanes() throws Exception {
    Script script = stamps(new Script().at(1), 0, "e1");
    script.events.add(new TraceEvent.Said(2 * TimeText.SECOND, LONG));
    script.events.add(new TraceEvent.Said(2 * TimeText.SECOND, "Short & <sweet>"));
    String svg = draw(2, script);
    List<String> lines = Xml.words(svg, "saidtext");
    assertThat(lines).hasSizeGreaterThan(2);
    assertThat(String.join(" ", lines)).isEqualTo(LONG + " Short & <sweet>");
    assertThat(Xml.looks(svg, "rect")).containsOnlyOnce("said");
  }

  @Test
  void pictureWithoutStampsAndSentencesHasNoStyleForThem() {
    assertThat(draw(2, new Script().at(1).send(0, 1, 1))).doesNotContain("stamp", "said");
  }
}
