package coterie.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.TimeText;
import coterie.sim.fault.Latency;
import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolesTest {
  private static Scenario read(String... statements) {
    List<String> lines = new ArrayList<>(List.of("protocol crowns", "nodes 5", "ids-from 1"));
    lines.addAll(List.of("until 100", "show faults calls"));
    lines.addAll(List.of(statements));
    return new ScenarioReader(Crowns.RECIPES).text("file", lines).scenario();
  }

  /** The faults and calls of a run, then what did not happen. */
  private static List<String> run(String... statements) {
    Scenario scenario = read(statements);
    ScenarioRun run = new ScenarioRun(scenario, Crowns.RECIPES);
    List<String> lines = new ArrayList<>();
    run.trace(
        scenario.shown(), event -> lines.add(Lines.of(event).strip().replaceAll(" {2,}", " ")));
    run.run();
    lines.removeIf(line -> line.contains("call lead") || line.contains("call stepDown"));
    lines.addAll(run.remarks());
    return lines;
  }

  @Test
  void leaderIsWhoLeadsAtThatInstant() {
    assertThat(run("at 1 call 2 lead 1", "at 3 crash leader", "at 2 call 4 lead 2"))
        .as("the highest term")
        .containsExactly("3 -- crash P4");
    assertThat(run("at 1 call 2 lead 7", "at 2 call 4 lead 7", "at 3 crash leader"))
        .as("the later one of a term")
        .containsExactly("3 -- crash P4");
    assertThat(run("at 1 call 2 lead 1", "at 2 call 2 stepDown 1", "at 3 crash leader"))
        .containsExactly(
            "file:8: nobody led at 3, so nothing happened; next-leader would wait for the next"
                + " one");
    assertThat(run("at 1 call 2 lead 1", "at 2 crash 2", "at 3 crash leader"))
        .containsExactly(
            "2 -- crash P2",
            "file:8: nobody led at 3, so nothing happened; next-leader would wait for the next"
                + " one");
    assertThat(run("at 1 call 2 lead 1", "at 2 pause 2", "at 3 crash leader"))
        .as("a paused one leads on")
        .containsExactly("2 -- pause P2", "3 -- crash P2");
  }

  @Test
  void nextLeaderIsWaitedFor() {
    assertThat(run("at 1 crash next-leader for 2", "at 4 call 2 lead 1"))
        .containsExactly("4 -- crash P2", "6 -- recover P2");
    assertThat(run("at 1 call 2 lead 1", "at 2 crash next-leader", "at 4 call 3 lead 2"))
        .as("somebody leads already")
        .containsExactly("2 -- crash P2");
    assertThat(run("at 1 crash next-leader"))
        .containsExactly("file:6: nobody led from 1 to the end at 100, so nothing happened");
  }

  @Test
  void whomARoleHitIsTold() {
    Scenario scenario =
        read("at 1 call 2 lead 1", "at 2 pause leader for 1", "at 4 call leader stepDown 1");
    ScenarioRun run = new ScenarioRun(scenario, Crowns.RECIPES);
    run.run();
    assertThat(run.hits())
        .containsExactly("file:7: pause P2 at 2", "file:8: call P2 stepDown 1 at 4");
  }

  @Test
  void nodeThatARolePutsInTwoGroupsStaysWhereItIs() {
    assertThat(run("at 1 call 2 lead 1", "at 2 partition leader | 1 2"))
        .containsExactly("file:7: P2 would have been in two groups at 2, so nothing happened");
  }

  @Test
  void leaseEndsByTheClockOfTheLeader() {
    String[] lease = {"clock 2 drift +100000ppm", "at 1 call 2 leadFor 1 1.1s"};
    assertThat(run(lease[0], lease[1], "at 1.999999999 crash leader"))
        .containsExactly("1.999999999 -- crash P2");
    assertThat(run(lease[0], lease[1], "at 2 crash leader"))
        .containsExactly(
            "file:8: nobody led at 2, so nothing happened; next-leader would wait for the next"
                + " one");
  }

  @Test
  void followerIsTheNextOneThatRunsAndDoesNotLead() {
    String led = "at 1 call 4 lead 2";
    assertThat(run(led, "at 2 crash follower", "at 3 crash follower", "at 4 pause follower"))
        .containsExactly("2 -- crash P5", "3 -- crash P1", "4 -- pause P2");
    assertThat(run(led, "at 1 call 5 lead 1", "at 2 pause 1", "at 3 pause follower"))
        .containsExactly("2 -- pause P1", "3 -- pause P2");
    assertThat(run("nodes 1", "at 1 call 1 lead 1", "at 2 crash follower"))
        .containsExactly(
            "file:8: nobody followed at 2, so nothing happened; next-follower would wait for the"
                + " next one");
  }

  @Test
  void rolesStandInEveryFault() {
    assertThat(
            run(
                "at 1 call 2 lead 1",
                "at 2 cut leader - follower",
                "at 3 cut follower -> leader",
                "at 4 partition leader 5 | follower",
                "at 5 heal",
                "at 6 clock leader drift +1000ppm",
                "at 7 slow leader by 1 for 2",
                "at 8 send-only follower"))
        .containsExactly(
            "2 -- cut P2 - P3",
            "3 -- cut P3 -> P2",
            "4 -- partition P2 P5 | P3",
            "5 -- heal all",
            "6 -- clock P2 drift +1000ppm",
            "7 -- slow P2 by 1",
            "8 -- send-only P3",
            "9 -- slow P2 by 0");
  }

  @Test
  void rolesAreCalledAndAreArguments() {
    assertThat(
            run("at 1 call 5 lead 1", "at 2 call leader hail follower", "at 3 call 2 hail leader"))
        .containsExactly("2 P5 call hail P1", "3 P2 call hail P5");
    assertThatThrownBy(() -> run("at 3 call leader jump"))
        .hasMessageStartingWith("file:6: no method \"jump\" takes 0 arguments; there is hail/1");
  }

  @Test
  void recoverMeansTheOneThatCrashedLastUnderTheRole() {
    String led = "at 1 call 2 lead 1";
    assertThat(run(led, "at 2 crash leader", "at 3 call 4 lead 2", "at 5 recover leader"))
        .containsExactly("2 -- crash P2", "5 -- recover P2");
    assertThat(run(led, "at 2 crash leader for 3", "at 3 call 4 lead 2", "at 4 crash leader for 9"))
        .containsExactly("2 -- crash P2", "4 -- crash P4", "5 -- recover P2", "13 -- recover P4");
    assertThat(run(led, "at 2 crash leader keeping for 3"))
        .containsExactly("2 -- crash P2 keeping", "5 -- recover P2");
    assertThat(run(led, "at 2 pause leader", "at 3 call 4 lead 2", "at 5 resume leader"))
        .containsExactly("2 -- pause P2", "5 -- resume P2");
    assertThat(run(led, "at 2 cut leader - 5", "at 3 call 4 lead 2", "at 5 heal leader - 5"))
        .containsExactly("2 -- cut P2 - P5", "5 -- heal P2 - P5");
    assertThat(run(led, "at 2 crash leader", "at 3 recover 2", "at 5 recover leader"))
        .containsExactly(
            "2 -- crash P2",
            "3 -- recover P2",
            "file:9: nobody who had crashed as the leader was down at 5, so nothing happened");
  }

  @Test
  void faultForAWhileIsNotEndedTwice() {
    assertThat(
            run(
                "at 1 call 2 lead 1",
                "at 2 crash leader for 10",
                "at 4 recover leader",
                "at 5 crash 2",
                "at 20 recover 2"))
        .containsExactly("2 -- crash P2", "4 -- recover P2", "5 -- crash P2", "20 -- recover P2");
  }

  @Test
  void whatCannotBeWhenItsTimeHasComeDoesNotHappen() {
    assertThat(
            run(
                "at 1 call 2 lead 1",
                "at 2 resume leader",
                "at 3 heal leader - follower",
                "at 4 crash leader",
                "at 5 crash 2",
                "at 6 pause 2",
                "at 7 call 2 hail 3",
                "at 8 recover 3",
                "at 9 resume 3"))
        .containsExactly(
            "4 -- crash P2",
            "file:7: nobody who had been paused as the leader still was at 2, so nothing happened",
            "file:8: nothing had been cut in these words at 3, so nothing happened",
            "file:10: P2 was down at 5, so nothing happened",
            "file:11: P2 was down at 6, so nothing happened",
            "file:12: P2 was down at 7, so nothing happened",
            "file:13: P3 was up at 8, so nothing happened",
            "file:14: P3 was not paused at 9, so nothing happened");
  }

  @Test
  void randomFaultsHitTheRoleWithoutARemark() {
    for (int seed = 1; seed <= 30; seed++) {
      List<String> lines =
          run(
              "seed " + seed,
              "every 10 crash leader for 2 from 5 until 90",
              "every 15 pause follower for 3",
              "every 10 crash for 2",
              "every 10 pause for 2",
              "at 1 call 2 lead 1",
              "at 30 call 4 lead 2",
              "at 31 call 5 lead 1",
              "at 40 crash leader for 10");
      assertThat(lines).as("seed %d", seed).filteredOn(line -> line.contains("crash")).isNotEmpty();
      assertThat(lines)
          .as("only scripted steps are remarked upon")
          .filteredOn(line -> line.startsWith("file:"))
          .allMatch(line -> line.matches("file:1[1-4]: .*"));
    }
  }

  private static void refused(String statement, String message) {
    assertThatThrownBy(() -> read(statement))
        .isInstanceOf(ScenarioException.class)
        .hasMessage("file:6: " + message);
  }

  @Test
  void wordsAreCheckedBeforeTheRun() {
    refused("at 5 crash leader now", "\"now\" is one word too many");
    refused("at 5 slow leader", "after \"at 5 slow leader\" comes \"by\"");
    refused("at 5 cut leader - 9", "there is no P9; the nodes are P1 to P5");
    refused("at 5 call leader", "after \"at 5 call leader\" comes the name of a method");
    refused(
        "at 5 crash boss",
        "\"boss\" is not a node; a node is its number, such as 1 or P1, or a role such as leader or"
            + " next-holder");
    refused(
        "clock leader drift +5ppm",
        "nobody has a role before the start; a role needs a time: at 31 clock leader drift +5ppm");
    refused("ids-from leader", "\"leader\" is not a node; a node is its number, such as 1 or P1");
    refused("every 5 cut leader for 2", "a role goes with crash and pause, not with cut");
  }

  @Test
  void protocolThatElectsNobodyHasNoRoles() {
    assertThatThrownBy(() -> read("protocol beats", "at 5 crash leader"))
        .hasMessage("file:7: beats has no leader; name a node by its number, such as 1 or P1");
    assertThatThrownBy(() -> read("protocol beats", "every 5 pause follower for 1"))
        .hasMessage("file:7: beats has no follower; name a node by its number, such as 1 or P1");
    assertThat(read("protocol beats", "at 5 call 1 join leader 2").steps())
        .as("a word is but a word there")
        .hasSize(1);
  }

  @Test
  void latencyIsThatOfTheProtocolUnlessSaid() {
    assertThat(read().setup().latency()).isEqualTo(new Latency.Constant(30_000_000));
    assertThat(read().setup().refusing()).isFalse();
    assertThat(read("latency instant").setup().latency()).isEqualTo(Latency.instant());
    assertThat(read("protocol beats").setup().latency()).isEqualTo(Latency.instant());
    assertThat(TimeText.format(read().untilNanos())).isEqualTo("100");
  }
}
