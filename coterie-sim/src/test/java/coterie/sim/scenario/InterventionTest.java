package coterie.sim.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterventionTest {
  private static ScenarioRun run(List<String> trace, String... lines) {
    List<String> all = new ArrayList<>(List.of("protocol beats", "nodes 3", "until 35"));
    all.addAll(List.of(lines));
    Scenario scenario = new ScenarioReader(Beats.RECIPES).text("test", all).scenario();
    List<String> text = ScenarioText.lines(scenario, Beats.RECIPES);
    assertEquals(
        text,
        ScenarioText.lines(
            new ScenarioReader(Beats.RECIPES).text("again", text).scenario(), Beats.RECIPES));
    ScenarioRun run = new ScenarioRun(scenario, Beats.RECIPES);
    run.trace(
        EnumSet.complementOf(EnumSet.of(Kind.SENDS)),
        event -> trace.add(Lines.of(event).strip().replaceAll(" +", " ")));
    run.run();
    return run;
  }

  /** What happens from P0 to P1, and by rule. */
  private static List<String> between(String... lines) {
    List<String> trace = new ArrayList<>();
    run(trace, lines);
    return trace.stream()
        .filter(line -> line.contains("from P0") || line.contains("loses") || line.contains("--"))
        .toList();
  }

  @Test
  void theNumberedMessageIsDropped() {
    assertEquals(
        List.of(
            "10.001 P1 receives Beat number=1 from P0",
            "20 -- drop Beat P0 -> P1 #2",
            "20 P0 loses Beat number=2 to P1: lost",
            "30.001 P1 receives Beat number=3 from P0"),
        between("latency 1ms", "drop Beat 0 -> 1 #2"));
  }

  @Test
  void aScriptCountsFromItsTimeOn() {
    assertEquals(
        List.of(
            "10.001 P1 receives Beat number=1 from P0",
            "20.001 P1 receives Beat number=2 from P0",
            "30 -- delay Beat P0 -> P1 by 2",
            "32.001 P1 receives Beat number=3 from P0"),
        between("latency 1ms", "at 25 delay Beat P0 -> P1 by 2"));
  }

  @Test
  void theNamedMessageArrivesWhateverTheNetworkDoes() {
    List<String> lines =
        List.of("20 -- deliver Beat P0 -> P1 #2 after 3", "23 P1 receives Beat number=2 from P0");
    for (String fault : List.of("loss 1", "cut 0 - 1", "receive-only 0", "partition 0 | 1")) {
      assertEquals(
          lines,
          between("latency 1ms", fault, "deliver Beat 0 -> 1 #2 after 3").stream()
              .filter(line -> !line.contains("loses"))
              .toList());
    }
  }

  @Test
  void theNamedMessageArrivesTwice() {
    assertEquals(
        List.of(
            "10 -- duplicate Beat P0 -> P1 after 4",
            "10.001 P1 receives Beat number=1 from P0",
            "14 P1 receives Beat number=1 from P0",
            "20.001 P1 receives Beat number=2 from P0",
            "30.001 P1 receives Beat number=3 from P0"),
        between("latency 1ms", "duplicate Beat 0 -> 1 after 4"));
  }

  @Test
  void oneMessageWaitsForTheOther() {
    assertEquals(
        List.of(
            "10.001 -- deliver Beat P0 -> P1 #2 before Beat P0 -> P1",
            "20.001 P1 receives Beat number=2 from P0",
            "20.001 P1 receives Beat number=1 from P0",
            "30.001 P1 receives Beat number=3 from P0"),
        between("latency 1ms", "deliver Beat 0 -> 1 #2 before Beat 0 -> 1"));
  }

  @Test
  void theOtherGoesOnIfTheFirstIsLost() {
    assertEquals(
        List.of(
            "10.001 -- deliver Beat P0 -> P1 #2 before Beat P0 -> P1",
            "20 -- drop Beat P0 -> P1 #2",
            "20 P0 loses Beat number=2 to P1: lost",
            "20 P1 receives Beat number=1 from P0",
            "30.001 P1 receives Beat number=3 from P0"),
        between("latency 1ms", "deliver Beat 0 -> 1 #2 before Beat 0 -> 1", "drop Beat 0 -> 1 #2"));
  }

  @Test
  void theNumberedExpiryIsPutOff() {
    assertEquals(
        List.of(
            "10 P1 receives Beat number=1 from P0",
            "20 -- delay alarm beat of P0 #2 by 3",
            "23 P1 receives Beat number=2 from P0",
            "33 P1 receives Beat number=3 from P0"),
        between("delay alarm beat of 0 #2 by 3"));
  }

  @Test
  void whatNeverCameIsSaid() {
    assertEquals(
        List.of("drop Beat P0 -> P1 #9 did not happen: there were 6 too few"),
        run(new ArrayList<>(), "drop Beat 0 -> 1 #9").remarks());
    assertEquals(
        List.of(
            "deliver Beat P0 -> P1 #9 before Beat P0 -> P1: the first one never arrived, so the"
                + " second one is still waiting"),
        run(new ArrayList<>(), "deliver Beat 0 -> 1 #9 before Beat 0 -> 1").remarks());
  }

  @Test
  void otherMessagesAreAsWithoutTheRule() {
    List<String> usual = new ArrayList<>();
    List<String> ruled = new ArrayList<>();
    run(usual, "latency uniform:1ms,5s", "loss 0.2", "duplicate 0.2");
    run(ruled, "latency uniform:1ms,5s", "loss 0.2", "duplicate 0.2", "drop Beat 2 -> 0 #99");
    assertEquals(usual, ruled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          drop | after "drop" comes the type of a message, such as Vote
          drop Beat | after "drop Beat" comes a node such as 1
          drop Beat 0 1 | "1" stands where "->" is expected
          drop Beat 0 -> 0 | a message is between two different nodes, not from one to itself
          drop Beat 0 -> 9 | there is no P9; the nodes are P0 to P2
          drop Beat 0 -> 1 #0 | messages are counted from #1, not #0
          drop Bat 0 -> 1 | there is no message Bat; there is Beat
          drop Beat 0 -> 1 twice | "twice" is one word too many
          delay Beat 0 -> 1 | after "delay Beat 0 -> 1" comes "by"
          delay Beat 0 -> 1 by -3 | "-3" is not a time; a time is a number from 0, in seconds or with one of the units ns, us, ms, s, m, h, d
          deliver Beat 0 -> 1 after | after "deliver Beat 0 -> 1 after" comes a time
          deliver Beat 0 -> 1 before Bet 1 -> 2 | there is no message Bet; there is Beat
          delay alarm beat by 3 | after "delay alarm beat by 3" comes "of" and a node
          delay alarm beat of 7 by 3 | there is no P7; the nodes are P0 to P2
          delay alarm beat of 0 #0 by 3 | alarms are counted from #1, not #0
          at 3 drop Beat 0 -> 1 for 5 | "for" goes with crash, pause, slow, cut, partition, loss, duplicate and reorder
          drop Beat leader -> 1 | nobody has a role before the start; a role needs a time: at 31 drop Beat leader -> 1
          duplicate Beat 0 -> 1 after soon | "soon" is not a time; a time is a number from 0, in seconds or with one of the units ns, us, ms, s, m, h, d
          """)
  void nonsenseIsExplained(String line, String why) {
    String message =
        assertThrows(ScenarioException.class, () -> run(new ArrayList<>(), line)).getMessage();
    assertEquals(why, message.replaceFirst("^test:[0-9]+: ", ""));
  }
}
