package coterie.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationsTest {
  private static final Recipes RECIPES = Recipes.of(ExpectationsTest.class.getClassLoader());

  private static final List<String> BULLY =
      List.of("protocol bully", "nodes 3", "until 10", "set detector none", "at 1 call 1 notice");

  /** Returns what is wrong, each without the words that were expected. */
  private static List<String> broken(List<String> scenario, String... expectations) {
    List<String> lines = new ArrayList<>(scenario);
    for (String expectation : expectations) {
      lines.add("expect " + expectation);
    }
    Scenario read = new ScenarioReader(RECIPES).text("test", lines).scenario();
    List<String> text = ScenarioText.lines(read, RECIPES);
    Scenario again = new ScenarioReader(RECIPES).text("test", text).scenario();
    assertEquals(text, ScenarioText.lines(again, RECIPES));
    ScenarioRun run = new ScenarioRun(again, RECIPES);
    run.run();
    return run.judges().expectations().violations();
  }

  @Test
  void electionsAreJudgedByWhoLeadsAndFollows() {
    assertEquals(
        List.of(),
        broken(
            BULLY,
            "never two-leaders",
            "eventually agreed within 2s",
            "P2 leads at 5",
            "P2 leads",
            "nobody leads at 0.5",
            "not any leads at 0.5",
            "all follow P2 from 2 until 10",
            "P0 follows P2 by 1.06",
            "P2 leads by 1.03",
            "always not P0 leads",
            "any leads and not P1 leads or P0 leads",
            "agreed at end"));
    assertEquals(
        List.of(
            "expected \"never P2 leads\", but at 1.03 P2 leads",
            "expected \"P1 leads at 5\", but at 5 P2 leads",
            "expected \"agreed by 1.05\", but it never was so; at 1.05 P2 leads; P0 knows no"
                + " leader, P1 knows no leader, P2 follows P2",
            "expected \"nobody leads\", but at 10 P2 leads",
            "expected \"P2 leads from 1\", but at 1 nobody leads",
            "expected \"P0 follows P1\", but at 10 P0 follows P2"),
        broken(
            BULLY,
            "never P2 leads",
            "P1 leads at 5",
            "agreed by 1.05",
            "nobody leads",
            "P2 leads from 1",
            "P0 follows P1"));
  }

  @Test
  void nothingIsExpectedOfANodeThatIsInTheMidstOfItsStart() {
    // Its detector starts first, when the election above has not begun.
    List<String> alone = List.of("protocol bully", "nodes 1", "until 10");
    assertEquals(List.of(), broken(alone, "always agreed", "never nobody leads"));
    List<String> returning = new ArrayList<>(alone);
    returning.add("at 2 crash 0 for 3");
    assertEquals(List.of(), broken(returning, "never P0 is up and nobody leads"));
  }

  @Test
  void twoLeadersAreFound() {
    List<String> scenario = new ArrayList<>(BULLY);
    scenario.add("delay Ok 2 -> 1 by 4s");
    scenario.add("delay Coordinator 2 -> 1 by 5s");
    assertEquals(
        List.of("expected \"never two-leaders\", but at 3 P1 and P2 lead"),
        broken(scenario, "never two-leaders"));
  }

  @Test
  void notesAndFieldsAreJudgedOfAnyProtocol() {
    assertEquals(
        List.of(),
        broken(
            BULLY,
            "note Elected by 2",
            "P1 notes Campaigned[reason=noticed] by 1",
            "never note SteppedDown",
            "nobody notes LeaderLost",
            "P0.leader = P2 by 2",
            "P0.leader=2",
            "all.term >= 1 and all.term < 2",
            "P0.leader = none at 0.5",
            "any.phase = leader",
            "P0.phase != LEADER"));
    assertEquals(
        List.of(
            "expected \"never note Elected[leader=P2]\", but at 1.03 P2 has noted"
                + " Elected[leader=P2]",
            "expected \"all.term > 1\", but at 10 P0.term = 1, P1.term = 1, P2.term = 1",
            "expected \"P1 notes Elected[term=9] by 4\", but it never was so; at 4 nobody has noted"
                + " Elected[term=9]"),
        broken(
            BULLY,
            "never note Elected[leader=P2]",
            "all.term > 1",
            "P1 notes Elected[term=9] by 4"));
  }

  @Test
  void detectorsAreJudgedByWhoIsSuspected() {
    List<String> scenario =
        List.of("protocol heartbeat", "nodes 3", "until 60", "at 10 crash 1", "at 40 recover 1");
    assertEquals(
        List.of(),
        broken(
            scenario,
            "all suspect P1 by 30",
            "nobody suspects P0",
            "P2 trusts P1 at 9",
            "all trust P1 at end",
            "P1 is down at 20",
            "P1 up",
            "always any up",
            "P0.suspects contains P1 at 35"));
    assertEquals(
        List.of("expected \"P0 suspects P2 by 20\", but it never was so; at 20 P0 suspects P1"),
        broken(scenario, "P0 suspects P2 by 20"));
  }

  @Test
  void locksAreJudgedByWhoIsInside() {
    List<String> scenario = List.of("protocol lamport", "nodes 3", "until 20");
    assertEquals(
        List.of(),
        broken(scenario, "never two-inside", "any inside by 20", "eventually P1 is inside"));
    assertEquals(1, broken(scenario, "never any inside").size());
  }

  @Test
  void storesAreJudgedByTheirCopies() {
    List<String> scenario = List.of("protocol documents", "nodes 3", "until 30");
    assertEquals(List.of(), broken(scenario, "eventually converged"));
    assertEquals(1, broken(scenario, "always converged").size());
  }

  @Test
  void membershipsAreJudgedByTheirLists() {
    List<String> scenario = List.of("protocol swim", "nodes 3", "until 60", "at 20 crash 2");
    assertEquals(
        List.of(),
        broken(scenario, "P0 lists P2 by 19", "P0 suspects P2 by 60", "not P0 lists P2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          | after "expect" comes never, always, eventually, or a condition
          never | after "never" comes a condition: two-leaders, two-inside, agreed, converged, detected, note NOTE, NODE.FIELD = VALUE, or NODE (all, any, nobody) and what it does: leads, follows, suspects, trusts, lists, inside, waiting, up, down, paused, notes
          three-leaders | "three-leaders" is not a condition; choose two-leaders, two-inside, agreed, converged, detected, note NOTE, NODE.FIELD = VALUE, or NODE (all, any, nobody) and what it does: leads, follows, suspects, trusts, lists, inside, waiting, up, down, paused, notes
          P1 sings | "sings" is not a verb of a process; choose leads, follows, suspects, trusts, lists, inside, waiting, up, down, paused or notes
          P1 | after "P1" comes what it does: leads, follows, suspects, trusts, lists, inside, waiting, up, down, paused, notes
          P9 leads | there is no P9; the nodes are P0 to P2
          P1 follows P7 | there is no P7; the nodes are P0 to P2
          P1 follows | after "P1 follows" comes a node such as 1
          P1 leads soon | "soon" stands where the time is expected: by TIME, within TIME, at TIME, at end, from TIME [until TIME], or after (within) TIME of calm
          P1 leads by | after "P1 leads by" comes a time
          P1 leads by noon | "noon" is not a time; a time is a number from 0, in seconds or with one of the units ns, us, ms, s, m, h, d
          P1 leads by 11 | the run ends at 10, before 11; until is later or the time of the expectation earlier
          P1 leads at 3 at 4 | "at" is one word too many
          P1 leads from 5 until 3 | expect ... from A until B takes A up to B
          never agreed by 3 | "by" is one word too many
          eventually agreed at 3 | "at" stands where "within TIME" is expected
          always agreed by 3 | "by" stands where "from TIME" is expected
          agreed and | after "agreed and" comes a condition: two-leaders, two-inside, agreed, converged, detected, note NOTE, NODE.FIELD = VALUE, or NODE (all, any, nobody) and what it does: leads, follows, suspects, trusts, lists, inside, waiting, up, down, paused, notes
          note elected | "elected" is not a note; a note is a name such as Elected, or Elected[leader=P2]
          note Elected[leader] | "leader" is not NAME=VALUE, such as leader=P2
          P0.leader | after "P0.leader" comes one of = != < > <= >= contains
          P0.leader is P2 | "is" is not a comparison; choose = != < > <= >= or contains
          P0.ledaer = P2 | no process shows "ledaer"; there is leader, phase, term
          two-inside | bully has no lock; "two-inside" cannot be said of it
          converged | bully keeps no copies of data; "converged" cannot be said of it
          """)
  void nonsenseIsExplained(String expectation, String why) {
    ScenarioException refused =
        assertThrows(
            ScenarioException.class, () -> broken(BULLY, expectation == null ? "" : expectation));
    assertEquals("test:6: " + why, refused.getMessage().replaceFirst("^test:\\d+: ", "test:6: "));
  }
}
