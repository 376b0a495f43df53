package coterie.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HolderTest {
  private static ScenarioRun prepared(List<String> lines, String... statements) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(List.of("nodes 5", "ids-from 1", "until 100", "show faults calls"));
    all.addAll(List.of(statements));
    Scenario scenario = new ScenarioReader(Doors.RECIPES).text("file", all).scenario();
    return new ScenarioRun(scenario, Doors.RECIPES);
  }

  /** The faults and calls of a run, then what did not happen. */
  private static List<String> run(String... statements) {
    ScenarioRun run = prepared(List.of("protocol doors"), statements);
    List<String> lines = new ArrayList<>();
    run.trace(
        run.scenario().shown(),
        event -> lines.add(Lines.of(event).strip().replaceAll(" {2,}", " ")));
    run.run();
    lines.removeIf(line -> line.matches(".*call (enter|leave|lose|lead) .*"));
    lines.addAll(run.remarks());
    return lines;
  }

  @Test
  void holderIsWhoIsInsideAtThatInstant() {
    String entered = "at 1 call 2 enter a 1";
    assertThat(run(entered, "at 3 crash holder")).containsExactly("3 -- crash P2");
    assertThat(run(entered, "at 2 call 2 leave a", "at 3 crash holder"))
        .containsExactly(
            "file:8: nobody was inside at 3, so nothing happened; next-holder would wait for the"
                + " next one");
    assertThat(run(entered, "at 2 call 2 lose a", "at 3 pause holder for 1"))
        .containsExactly(
            "file:8: nobody was inside at 3, so nothing happened; next-holder would wait for the"
                + " next one");
    assertThat(run(entered, "at 2 crash 2", "at 3 recover 2", "at 4 crash holder"))
        .as("who returns is outside")
        .containsExactly(
            "2 -- crash P2",
            "3 -- recover P2",
            "file:9: nobody was inside at 4, so nothing happened; next-holder would wait for the"
                + " next one");
    assertThat(run(entered, "at 2 pause holder", "at 3 crash holder"))
        .as("who stands still is inside")
        .containsExactly("2 -- pause P2", "3 -- crash P2");
  }

  @Test
  void ofSeveralTheLastOneToEnterIsTheHolder() {
    String[] entered = {"at 1 call 4 enter a 1", "at 2 call 2 enter b 1", "at 3 call 3 enter c 1"};
    assertThat(run(entered[0], entered[1], entered[2], "at 4 crash holder", "at 5 crash holder"))
        .containsExactly("4 -- crash P3", "5 -- crash P2");
    assertThat(run(entered[0], entered[1], "at 3 call 2 leave b", "at 4 crash holder"))
        .containsExactly("4 -- crash P4");
  }

  @Test
  void holderStandsWhereARoleMayStand() {
    assertThat(
            run(
                "at 1 call 2 enter a 1",
                "at 2 cut holder - 5 for 1",
                "at 4 partition holder | 5",
                "at 5 heal",
                "at 6 call 3 knock holder",
                "at 7 crash holder for 1",
                "at 9 call 4 enter a 2",
                "at 10 pause holder",
                "at 11 resume holder"))
        .containsExactly(
            "2 -- cut P2 - P5",
            "3 -- heal P2 - P5",
            "4 -- partition P2 | P5",
            "5 -- heal all",
            "6 P3 call knock P2",
            "7 -- crash P2",
            "8 -- recover P2",
            "10 -- pause P4",
            "11 -- resume P4");
  }

  @Test
  void methodMayHaveTheNameOfARole() {
    assertThat(run("at 1 call 2 enter a 1", "at 2 call holder holder", "at 3 crash holder"))
        .containsExactly("2 P2 call holder", "2 P2 answers somebody", "3 -- crash P2");
    assertThat(run("at 1 call 2 holder", "at 3 crash holder"))
        .containsExactly(
            "1 P2 call holder",
            "1 P2 answers somebody",
            "file:7: nobody was inside at 3, so nothing happened; next-holder would wait for the"
                + " next one");
  }

  @Test
  void randomFaultsMayHitTheHolder() {
    List<String> lines = run("at 1 call 2 enter a 1", "every 10 crash holder for 1");
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).endsWith("-- crash P2");
    assertThat(lines.getLast()).endsWith("-- recover P2");
  }

  @Test
  void mutualExclusionMayHaveALeaderAsWell() {
    assertThat(run("at 1 call 2 lead 1", "at 2 crash leader", "at 3 crash follower"))
        .containsExactly(
            "2 -- crash P2",
            "file:8: nobody followed at 3, so nothing happened; next-follower would wait for the"
                + " next one");
  }

  @Test
  void onlyAMutualExclusionHasAHolder() {
    assertThatThrownBy(() -> prepared(List.of("protocol crowns"), "at 1 crash holder"))
        .hasMessage(
            "file:6: crowns has no holder; name a node by its number, such as 1 or P1, or by its"
                + " role: leader or follower");
    assertThatThrownBy(() -> prepared(List.of("protocol beats"), "every 1 crash holder for 1"))
        .hasMessageContaining("beats has no holder");
    assertThatThrownBy(() -> prepared(List.of("protocol doors"), "clock holder drift +5ppm"))
        .hasMessageContaining("nobody has a role before the start");
  }

  @Test
  void brokenPromiseIsALineOfATrace() {
    List<String> file =
        List.of(
            "# Two inside at once.",
            "protocol doors",
            "nodes 2",
            "show faults",
            "until 9",
            "at 1 call 0 enter a 1",
            "at 2 call 1 enter a 2",
            "---");
    assertThat(new TraceFile("file", file).run(Doors.RECIPES))
        .containsExactly(
            "broken: P1 entered a at 2 while P0 was inside since 1; one is inside at a time");
  }
}
