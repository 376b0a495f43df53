package coterie.sim.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManualRunTest {
  private static Scenario read(String... lines) {
    List<String> all = new ArrayList<>(List.of("protocol beats", "nodes 3", "schedule manual"));
    all.addAll(List.of(lines));
    return new ScenarioReader(Beats.RECIPES).text("test", all).scenario();
  }

  private static List<String> trace(String... lines) {
    ScenarioRun run = new ScenarioRun(read(lines), Beats.RECIPES);
    List<String> trace = new ArrayList<>();
    run.trace(EnumSet.allOf(Kind.class), event -> trace.add(Lines.of(event).strip()));
    run.run();
    return trace;
  }

  @Test
  void nothingHappensByItself() {
    assertEquals(List.of(), trace());
  }

  @Test
  void anAlarmMovesTheClockOfItsNodeAlone() {
    ManualStage stage = ManualRun.stage(read("set period 7"), Beats.RECIPES);
    long before = stage.clockNanos(stage.members().at(1));
    stage.apply(ChoiceByName.parse("expire P0 beat"));
    assertEquals(7_000_000_000L, stage.now());
    assertEquals(before, stage.clockNanos(stage.members().at(1)));
  }

  @Test
  void messagesArriveInTheOrderThatWasChosen() {
    assertEquals(
        List.of(
            "10  P0   alarm beat",
            "10  P0   sends Beat number=1 to P1",
            "20  P0   alarm beat",
            "20  P0   sends Beat number=2 to P1",
            "20  P1   receives Beat number=2 from P0",
            "20  P0   loses Beat number=1 to P1: lost"),
        trace(
            "then expire P0 beat",
            "then expire P0 beat",
            "then deliver Beat P0 -> P1 #2   # the younger one",
            "then drop Beat[number=1] 0 -> 1"));
  }

  @Test
  void aMessageForADeadNodeComesBackAsAHint() {
    assertEquals(
        List.of(
            "10  P0   alarm beat",
            "10  P0   sends Beat number=1 to P1",
            "10  --   crash P1",
            "10  P0   loses Beat number=1 to P1: down",
            "10  P0   cannot reach P1"),
        trace(
            "then expire P0 beat",
            "then crash P1",
            "then deliver Beat P0 -> P1",
            "then unreachable P0 -> P1"));
  }

  @Test
  void nothingReachesTheNextLife() {
    assertEquals(
        List.of(
            "10  P0   alarm beat",
            "10  P0   sends Beat number=1 to P1",
            "10  --   crash P1",
            "12  --   recover P1",
            "12  P0   loses Beat number=1 to P1: stale"),
        trace("then expire P0 beat", "then crash P1", "then at 12 recover P1"));
  }

  @Test
  void aDuplicateArrivesAsWell() {
    assertEquals(
        2,
        trace(
                "then call P0 hit P2 5 false",
                "then duplicate Beat P0 -> P2",
                "then deliver Beat P0 -> P2",
                "then deliver Beat P0 -> P2")
            .stream()
            .filter(line -> line.contains("receives"))
            .count());
  }

  @Test
  void whatCanHappenIsListed() {
    ManualStage stage = ManualRun.stage(read(), Beats.RECIPES);
    stage.apply(ChoiceByName.parse("call P0 hit P2 5 true"));
    stage.apply(ChoiceByName.parse("pause P1"));
    assertEquals(
        List.of("deliver Beat[number=5] P0 -> P2", "expire P0 beat", "expire P2 beat"),
        stage.choices().stream().map(Choice::text).toList());
    assertEquals(
        List.of(
            "drop Beat[number=5] P0 -> P2",
            "duplicate Beat[number=5] P0 -> P2",
            "crash P0",
            "pause P0",
            "crash P1",
            "resume P1",
            "crash P2",
            "pause P2"),
        stage.mishaps().stream().map(Choice::text).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          schedule fast | test:4: "fast" is not a schedule; choose manual, where every event is chosen, or timed
          at 3 crash 1 | test:4: in a manual schedule nothing has a time of its own; write "then" instead of "at TIME"
          every 3 crash for 1 | test:4: in a manual schedule nothing comes by chance; choose it
          latency 3 | in a manual schedule messages arrive when they are chosen; leave out latency
          loss 0.5 | in a manual schedule messages arrive when they are chosen, so there is no "loss 0.5"; choose drop
          then slow 1 by 3 | test:4: in a manual schedule messages arrive when they are chosen, so there is no "slow P1 by 3"; choose another order
          then crash 7 | test:4: there is no P7; the nodes are P0 to P2
          then deliver Beat 0 -> 9 | test:4: there is no P9; the nodes are P0 to P2
          then | test:4: after "then" comes one of start, deliver, drop, duplicate, unreachable, expire, durable, call, say, or a fault
          then expire 0 bat | test:4: no alarm bat of P0 is running; what can happen: expire P0 beat; expire P1 beat; expire P2 beat
          then durable 0 | test:4: P0 is saving nothing; what can happen: expire P0 beat; expire P1 beat; expire P2 beat
          then recover 0 | test:4: P0 is up; recover takes one that is down
          then start 0 | test:4: nothing
          then call 0 fly | test:4: no method "fly" takes 0 arguments; there is beats/0, fail/0, hit/3, join/2
          then call 0 fail | test:4: fail failed: as told
          then expire 0 beat drawing 4 | test:4: "drawing" gives 1 random numbers, and the node draws 0
          then at 9 expire 0 beat | test:4: at 9 it is too late for this; it can happen from 10 on
          then unreachable 0 -> 1 | test:4: P0 has sent nothing to P1 that came back; what can happen: expire P0 beat; expire P1 beat; expire P2 beat
          """)
  void whatCannotHappenIsExplained(String line, String why) {
    if (why.endsWith("nothing")) {
      assertEquals(List.of(), trace(line));
      return;
    }
    assertEquals(why, assertThrows(ScenarioException.class, () -> trace(line)).getMessage());
  }

  @Test
  void aNodeThatIsDownDoesNothing() {
    for (String choice : List.of("expire P1 beat", "durable P1", "call P1 beats", "pause P1")) {
      String why =
          assertThrows(ScenarioException.class, () -> trace("then crash P1", "then " + choice))
              .getMessage();
      assertEquals(
          "test:5: P1 is down; %s takes a node that is running; what can happen: expire P0 beat;"
                  .formatted(what(choice))
              + " expire P2 beat",
          why);
    }
    assertEquals(
        "test:5: P1 is down; crash takes one that is up",
        assertThrows(ScenarioException.class, () -> trace("then crash P1", "then crash P1"))
            .getMessage());
  }

  private static String what(String choice) {
    return switch (choice.split(" ")[0]) {
      case "expire" -> "an alarm";
      case "durable" -> "a save";
      case "call" -> "a call";
      default -> "a pause";
    };
  }

  @Test
  void thenGoesWithAManualSchedule() {
    List<String> lines = List.of("protocol beats", "then crash 1");
    assertEquals(
        "test:2: \"then\" goes with \"schedule manual\", where every event is chosen",
        assertThrows(
                ScenarioException.class,
                () -> new ScenarioReader(Beats.RECIPES).text("test", lines).scenario())
            .getMessage());
  }
}
