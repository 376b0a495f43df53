package coterie.lab.picture;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.fault.Fault;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SectionsTest {
  private static final View THREE = View.numbered(0, 3);
  private static final long UNTIL = 10 * TimeText.SECOND;

  private static Script wants(Script script, int who, String lock) {
    return script.note(who, new Note.Wanted(lock));
  }

  private static Script enters(Script script, int who, String lock, long token) {
    return script.note(who, new Note.Entered(lock, token));
  }

  private static Script leaves(Script script, int who, String lock, long token) {
    return script.note(who, new Note.Exited(lock, token));
  }

  /** P0 hands the lock to P1, which crashes inside, while P2 waits for another one. */
  private static Script handOver() {
    Script script = wants(wants(new Script().at(1), 0, "a"), 1, "a");
    enters(script.at(2), 0, "a", 7);
    wants(enters(leaves(script.at(3), 0, "a", 7), 1, "a", 8), 2, "b");
    return script.at(4).fault(new Fault.Crash(Script.node(1)));
  }

  /** P1 enters while P0 is inside, and P2 is inside another lock. */
  private static Script twoInside() {
    Script script = enters(wants(new Script().at(1), 0, "a"), 0, "a", 1);
    enters(wants(script, 2, "b"), 2, "b", 1);
    enters(wants(script.at(3), 1, "a"), 1, "a", 2);
    leaves(script.at(5), 0, "a", 1);
    return leaves(script.at(6), 1, "a", 2);
  }

  private static List<String> sections(Script script) {
    return Sections.of(script.events, UNTIL).stream()
        .filter(one -> one.fromNanos() < one.toNanos())
        .map(
            one ->
                "%s %s %s: %s to %s"
                    .formatted(
                        one.node(),
                        one.stage().name().toLowerCase(Locale.ROOT),
                        one.lock(),
                        TimeText.format(one.fromNanos()),
                        TimeText.format(one.toNanos())))
        .sorted()
        .toList();
  }

  @Test
  void oneWaitsThenIsInsideUntilItLeavesOrCrashes() {
    assertThat(sections(handOver()))
        .containsExactly(
            "P0 inside a: 2 to 3",
            "P0 waits a: 1 to 2",
            "P1 inside a: 3 to 4",
            "P1 waits a: 1 to 3",
            "P2 waits b: 3 to 10");
  }

  @Test
  void whoGivesUpOrLosesTheLockIsOutside() {
    Script script = wants(wants(new Script().at(1), 0, "a"), 1, "a");
    enters(script.at(2), 0, "a", 7);
    script.at(3).note(0, new Note.LostLock("a", 7)).note(1, new Note.GaveUp("a"));
    assertThat(sections(script))
        .containsExactly("P0 inside a: 2 to 3", "P0 waits a: 1 to 2", "P1 waits a: 1 to 3");
  }

  @Test
  void timeThatTwoAreInsideStandsOut() {
    assertThat(sections(twoInside()))
        .containsExactly(
            "P0 inside a: 1 to 5",
            "P0 together a: 3 to 5",
            "P1 inside a: 3 to 6",
            "P1 together a: 3 to 5",
            "P2 inside b: 1 to 10");
  }

  @Test
  void pictureHasBarsAndALegendForThem() throws Exception {
    String svg = SpaceTime.svg("test", THREE, handOver().events, UNTIL);
    assertThat(Xml.looks(svg, "rect"))
        .as("one in the legend")
        .filteredOn("waits"::equals)
        .hasSize(4);
    assertThat(Xml.looks(svg, "rect")).filteredOn("inside"::equals).hasSize(3);
    assertThat(Xml.looks(svg, "rect")).doesNotContain("together");
    assertThat(Xml.words(svg, "key")).contains("waits", "inside").doesNotContain("two inside");
    assertThat(svg).contains("P0 is inside a from 2 to 3, token 7", "P2 waits for b from 3 to 10");
  }

  @Test
  void pictureWarnsOfTwoInside() throws Exception {
    String svg = SpaceTime.svg("test", THREE, twoInside().events, UNTIL);
    assertThat(Xml.looks(svg, "rect")).filteredOn("together"::equals).hasSize(3);
    assertThat(Xml.words(svg, "key")).contains("two inside");
  }

  @Test
  void runWithoutLocksHasNoSuchLooks() {
    Script script = new Script().at(1).send(0, 1, 1).at(2).receive(0, 1, 1);
    assertThat(SpaceTime.svg("test", THREE, script.events, UNTIL))
        .doesNotContain("inside", "waits");
  }

  @Test
  void pictureOfManySectionsSaysHowManyAreLeftOut() throws Exception {
    Script script = new Script();
    for (int i = 0; i < 400; i++) {
      wants(script.at(0.02 * i), i % 3, "a");
      enters(script.at(0.02 * i + 0.005), i % 3, "a", i);
      leaves(script.at(0.02 * i + 0.01), i % 3, "a", i);
    }
    String svg = SpaceTime.svg("test", THREE, script.events, UNTIL);
    int drawn = Collections.frequency(Xml.looks(svg, "rect"), "inside") - 1;
    assertThat(drawn).isBetween(20, 399);
    assertThat(Xml.words(svg, "breaktext")).singleElement().asString().contains(" left out: ");
  }
}
