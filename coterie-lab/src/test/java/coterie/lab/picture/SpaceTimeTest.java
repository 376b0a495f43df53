package coterie.lab.picture;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.picture.instants.Reigns;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.fault.Fault;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTimeTest {
  private static final View THREE = View.numbered(0, 3);
  private static final int MEGABYTE = 1_000_000;

  /** Entry 1 is tested, entry 2 learned; then entry 1 is found faulty and 2 learned as faulty. */
  private static Script smallRun() {
    return new Script()
        .at(30)
        .test(0, 1, 0)
        .learn(0, 2, 0, 1)
        .at(31)
        .fault(new Fault.Crash(Script.node(1)))
        .at(60)
        .test(0, 1, 1)
        .test(0, 2, 0)
        .at(90)
        .learn(0, 2, 1, 1)
        .at(95)
        .fault(new Fault.Recover(Script.node(1)));
  }

  private static String draw(View members, Script script, long until) {
    return SpaceTime.svg("test", members, script.events, until * TimeText.SECOND);
  }

  private static List<String> cells(String svg) throws Exception {
    return Xml.looks(svg, "rect").stream()
        .filter(look -> look.startsWith("cell "))
        .map(look -> look.substring("cell ".length()))
        .toList();
  }

  @Test
  void titleAndAxisComeFromTheRun() throws Exception {
    String svg = draw(THREE, smallRun(), 100);
    assertThat(Xml.words(svg, "title")).containsExactly("test, 3 processes, until 100");
    assertThat(Xml.words(svg, "time")).containsExactly("30", "31", "60", "90", "95");
    assertThat(Xml.words(svg, "name")).containsExactly("P0", "P1", "P2", "P0", "P1", "P2");
  }

  @Test
  void whoLeadsHasABarWithItsTerm() throws Exception {
    List<Reigns.Reign> reigns =
        List.of(
            new Reigns.Reign(Script.node(1), 3, 30 * TimeText.SECOND, 31 * TimeText.SECOND),
            new Reigns.Reign(Script.node(2), 4, 70 * TimeText.SECOND, 100 * TimeText.SECOND),
            new Reigns.Reign(Script.node(7), 5, 0, 100 * TimeText.SECOND));
    String svg = SpaceTime.svg("test", THREE, smallRun().events, 100 * TimeText.SECOND, reigns);
    assertThat(Xml.words(svg, "reigntext")).containsExactly("term 3", "term 4");
    assertThat(Xml.looks(svg, "rect"))
        .as("and one in the legend")
        .filteredOn("reign"::equals)
        .hasSize(3);
    assertThat(Xml.words(svg, "key")).contains("leads");
    assertThat(draw(THREE, smallRun(), 100)).doesNotContain("leads");
  }

  @Test
  void barOfALeaderBeginsWhereItComesToLead() throws Exception {
    Script script =
        new Script()
            .at(1)
            .note(0, new Note.Campaigned(1, "started"))
            .send(0, 1, 1)
            .receive(0, 1, 1)
            .send(0, 2, 2)
            .receive(0, 2, 2)
            .note(0, new Note.Leads(1, Long.MAX_VALUE));
    List<Reigns.Reign> reigns =
        List.of(new Reigns.Reign(Script.node(0), 1, TimeText.SECOND, 9 * TimeText.SECOND));
    String svg = SpaceTime.svg("test", THREE, script.events, 9 * TimeText.SECOND, reigns);
    assertThat(Xml.top(svg, "rect", "reign"))
        .as("below the campaign and both messages")
        .isGreaterThan(Xml.top(svg, "circle", "dot") + 30);
  }

  @Test
  void sameTraceGivesSameBytesInAnyLocale() {
    String first = draw(THREE, smallRun(), 100);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.of("ar", "EG"));
      assertThat(draw(THREE, smallRun(), 100)).isEqualTo(first);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void crashBreaksTheLaneUntilTheRecovery() throws Exception {
    String svg = draw(THREE, smallRun(), 100);
    assertThat(Xml.looks(svg, "path"))
        .as("one in the legend")
        .filteredOn("crash"::equals)
        .hasSize(2);
    assertThat(Xml.looks(svg, "circle")).filteredOn("recover"::equals).hasSize(2);
    assertThat(Xml.looks(svg, "line").stream().filter(look -> look.startsWith("lane")))
        .containsExactly("lane", "lane", "lane down", "lane", "lane");
  }

  @Test
  void colourTellsHowAnEntryWasComeBy() throws Exception {
    assertThat(cells(draw(THREE, smallRun(), 100)))
        .startsWith("own", "correct", "learned") // P0 at 30
        .containsSubsequence("own", "faulty", "correct") // P0 at 60
        .containsSubsequence("own", "faulty", "told") // P0 at 90
        .endsWith("unknown", "own", "unknown"); // P1 at 95
  }

  @Test
  void changedEntriesStandOut() throws Exception {
    String svg = draw(THREE, new Script().at(1).test(0, 1, 0).at(2).test(0, 1, 0), 2);
    assertThat(Xml.words(svg, "bold")).containsExactly("0");
  }

  @Test
  void testIsOneArrowFromTesterToTested() throws Exception {
    String svg = draw(THREE, smallRun(), 100);
    List<String> paths = Xml.looks(svg, "path");
    assertThat(Collections.frequency(paths, "found")).isEqualTo(2);
    assertThat(Collections.frequency(paths, "missed")).isEqualTo(1);
    assertThat(paths).doesNotContain("sent");
  }

  @Test
  void statesCorrectWhatNotesDoNotTell() throws Exception {
    Script script = new Script().at(0).knows(0, 0, 4, -1).at(1).test(0, 2, 0).knows(0, 0, 4, 2);
    String svg = draw(THREE, script, 5);
    assertThat(cells(svg))
        .containsSubsequence("own", "given", "unknown", "own", "given", "correct");
    assertThat(Xml.words(svg, "count")).contains("4").endsWith("0", "4", "2");
  }

  @Test
  void verdictIsToldWhereItFell() throws Exception {
    Diagnosed diagnosed =
        new Diagnosed(
            "crash", Script.node(1), 31 * TimeText.SECOND, 7, 2, 59 * TimeText.SECOND, 90L);
    String svg = draw(THREE, smallRun().judge(diagnosed), 100);
    assertThat(Xml.words(svg, "verdict")).containsExactly("crash of P1 diagnosed");
    assertThat(Xml.words(svg, "detail")).containsExactly("7 tests, 2 rounds, after 59");
  }

  @Test
  void messagesThatTakeTimeSlantAndLostOnesShowWhereTheyWereToGo() throws Exception {
    Script script =
        new Script().at(1).send(0, 1, 1).send(0, 2, 2).lose(0, 2, 2).at(1.5).receive(0, 1, 1);
    String svg = draw(THREE, script, 2);
    assertThat(Xml.looks(svg, "path"))
        .contains("sent", "sentend")
        .containsSubsequence("lost", "lostrest", "lostx");
    assertThat(Xml.words(svg, "message")).containsExactly("Ask", "Ask");
    assertThat(Xml.words(svg, "kind")).containsExactly("2 Ask");
    assertThat(Xml.words(svg, "time")).containsExactly("1", "1.5");
  }

  @Test
  void messageUnderWayAtTheEndPointsToItsTarget() throws Exception {
    String svg = draw(THREE, new Script().at(1).send(0, 2, 1), 2);
    assertThat(Xml.looks(svg, "path")).contains("sent", "sentend");
  }

  @Test
  void heartbeatsThatChangeNothingAreFolded() throws Exception {
    Script script = new Script();
    for (int i = 0; i < 200; i++) {
      script.at(i).send(0, 1, i).receive(0, 1, i);
      if (i == 100) {
        script.at(100.25).note(1, new Note.Suspected(Script.node(2)));
      }
    }
    String svg = draw(THREE, script, 200);
    assertThat(Xml.words(svg, "breaktext"))
        .containsExactly("1 to 100, nothing new: 100 Ask", "101 to 199, nothing new: 99 Ask");
    assertThat(Xml.words(svg, "time")).containsExactly("0", "100");
  }

  /** Now and then somebody learns something from another one, and tells all six times in vain. */
  private static Script gossip() {
    Script script = new Script();
    for (int i = 0; i < 280; i += 7) {
      script.at(i).send(0, 1, i).at(i + 0.5).receive(0, 1, i);
      script.note(1, new Note.Suspected(Script.node(2)));
      for (int j = 1; j <= 6; j++) {
        script.send(1, j % 2 * 2, i + j);
      }
      for (int j = 1; j <= 6; j++) {
        script.at(i + 0.5 + 0.01 * j).receive(1, j % 2 * 2, i + j);
      }
    }
    return script;
  }

  @Test
  void ofATangleThoseMessagesAreDrawnThatChangedSomething() throws Exception {
    String svg = draw(THREE, gossip(), 300);
    List<String> paths = Xml.looks(svg, "path");
    assertThat(Collections.frequency(paths, "sent")).isEqualTo(40);
    assertThat(Xml.words(svg, "accusedtext")).hasSize(40);
    assertThat(Xml.words(svg, "muted").getFirst())
        .startsWith("280 messages, drawn if they changed something");
    assertThat(Xml.words(svg, "time")).startsWith("0", "0.5", "7", "7.5").hasSize(80);
  }

  @Test
  void whereMessagesAreStepsAllAreDrawn() throws Exception {
    Script script = gossip();
    script.note(0, new Note.Wanted(Note.ONLY_LOCK)).note(0, new Note.Entered(Note.ONLY_LOCK, 1));
    String svg = draw(THREE, script, 300);
    assertThat(Collections.frequency(Xml.looks(svg, "path"), "sent")).isGreaterThan(150);
  }

  @Test
  void opinionKeepsTheNameInANarrowColumn() throws Exception {
    Script script = new Script().at(1).note(7, new Note.Suspected(Script.node(3)));
    assertThat(Xml.words(draw(View.numbered(0, 20), script, 2), "accusedtext"))
        .singleElement()
        .asString()
        .matches("Sus[a-z]*… P3");
  }

  @Test
  void faultIsDrawnAtItsOwnTimeHoweverCloseOthersAre() throws Exception {
    Script script = new Script();
    for (int i = 0; i < 500; i++) {
      script.at(0.01 * i).note(0, new Script.Told("a")).at(0.01 * i + 0.002);
      if (i == 250) {
        script.fault(new Fault.Cut(Script.node(0), Script.node(1), false));
      }
    }
    assertThat(Xml.words(draw(THREE, script, 5), "time")).contains("2.502");
  }

  @Test
  void secondCopyIsAnArrowOfItsOwn() throws Exception {
    Script script = new Script().at(1).send(0, 1, 1).at(2).receive(0, 1, 1).at(3).receive(0, 1, 1);
    assertThat(Collections.frequency(Xml.looks(draw(THREE, script, 3), "path"), "sent"))
        .isEqualTo(2);
  }

  @Test
  void otherNotesAreDotsAndOtherFaultsLabels() throws Exception {
    Script script =
        new Script()
            .at(1)
            .note(2, new Script.Told("<b>\"&\u0001"))
            .fault(new Fault.Cut(Script.node(0), Script.node(1), false));
    String svg = draw(THREE, script, 2);
    assertThat(Xml.looks(svg, "circle")).containsExactly("dot");
    assertThat(Xml.words(svg, "fault")).containsExactly("cut P0 -> P1");
    assertThat(svg).contains("Told what=&lt;b&gt;&quot;&amp;\uFFFD").doesNotContain("<b>");
  }

  @Test
  void opinionSaysAboutWhomAndIsRedOrGreen() throws Exception {
    Script script =
        new Script()
            .at(1)
            .note(0, new Note.Suspected(Script.node(2)))
            .at(2)
            .note(0, new Note.Failed(Script.node(2)))
            .at(3)
            .note(0, new Note.Joined(Script.node(2)))
            .note(1, new Note.Trusted(Script.node(2)));
    String svg = draw(THREE, script, 4);
    assertThat(Xml.words(svg, "accusedtext")).containsExactly("Suspected P2", "Failed P2");
    assertThat(Xml.words(svg, "clearedtext")).containsExactly("Joined P2", "Trusted P2");
  }

  @Test
  void opinionIsNotLeftOutOfALongRun() throws Exception {
    Script script = new Script();
    for (int i = 0; i < 1000; i++) {
      script.at(i).send(0, 1, i);
      if (i == 700) {
        script.note(0, new Note.Suspected(Script.node(2)));
      }
    }
    String svg = draw(THREE, script, 1000);
    assertThat(Xml.words(svg, "breaktext")).isNotEmpty();
    assertThat(Xml.words(svg, "accusedtext")).containsExactly("Suspected P2");
  }

  @Test
  void emptyRunIsJustLanes() throws Exception {
    assertThat(Xml.words(draw(THREE, new Script(), 7), "title"))
        .containsExactly("test, 3 processes, until 7");
  }

  @Test
  void manyProcessesLoseTheirNumbersButNotTheirColours() throws Exception {
    String svg = draw(View.numbered(0, 24), ring(24, 20), 601);
    assertThat(svg.length()).isLessThan(2 * MEGABYTE);
    assertThat(Xml.words(svg, "count")).isEmpty();
    assertThat(Xml.looks(svg, "path"))
        .contains("stripe9 correct", "stripe9 faulty", "stripe9 learned", "stripe9 told");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 10, 11, 24, 48})
  void longRunLeavesOutTheMiddleAndSaysSo(int size) throws Exception {
    String svg = draw(View.numbered(0, size), ring(size, 500), 15_001);
    assertThat(svg.length()).isLessThan(2 * MEGABYTE);
    assertThat(Xml.words(svg, "breaktext")).isNotEmpty().allMatch(s -> s.contains("left out"));
  }

  @Test
  void veryManyProcessesGetLanesForThoseThatFail() throws Exception {
    String svg = draw(View.numbered(0, 1000), ring(1000, 2), 61);
    assertThat(svg.length()).isLessThan(2 * MEGABYTE);
    assertThat(Xml.words(svg, "name")).contains("P0", "P500").doesNotContain("P499");
  }

  /** Every process tests its successor once a period, and learns of the next one's. */
  private static Script ring(int size, int periods) {
    Script script = new Script();
    for (int period = 1; period <= periods; period++) {
      script.at(30 * period);
      for (int i = 0; i < size; i++) {
        boolean isDown = (i + 1) % size == size / 2 && period > 1;
        script.test(i, (i + 1) % size, isDown ? period - 1 | 1 : period & ~1);
        script.learn(i, (i + 1 + period) % size, period, (i + 1) % size);
      }
      if (period == 1) {
        script.at(31).fault(new Fault.Crash(Script.node(size / 2)));
      }
    }
    return script;
  }
}
