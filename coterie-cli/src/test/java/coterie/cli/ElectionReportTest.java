package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ElectionReportTest extends CommandTest {
  private static Ran sim(String line) {
    return runLine(Throne.RECIPES, "sim " + line);
  }

  @Test
  void tableShowsTheElectionsAndWhoLeads() {
    Ran ran = sim("first -n 3 --until 10 --crash 0@4 --recover 0@5.5");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains(
            """
            started at  reason   leader  term  leader elected at  known to all at  took  messages
            0           started  P0         1                  0                0     0         9
            5.5         started  P0         1                5.5              5.5     0         3
            Messages by formula, after a crash of the leader: always n = 3, at most 2n = 6.

            At the end all who are up know P0, which leads.
            Without an agreed leader for 1.5 s of 10 s; two leaders at once: never.
            """);
  }

  @Test
  void electionUnderWayAtTheEndHasNoLeader() {
    Ran ran = sim("empty -n 2 --until 10");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .containsPattern("0 +started +- +- +- +under way +- +4\n")
        .contains("At the end the group does not agree on a leader.", "for 10 s of 10 s");
  }

  @Test
  void jsonHasTheNamesOfTheContract() {
    Ran ran = sim("first -n 2 --until 10 --crash 0@4.25 --json");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .startsWith("{\"protocol\":\"first\",\"nodes\":2,\"until\":10,\"seed\":1,\"events\":")
        .contains(
            "\"elections\":[{\"startedAt\":0,\"reason\":\"started\",\"electedAt\":0,\"endedAt\":0,"
                + "\"leader\":0,\"term\":1,\"messages\":4}],\"leaderAtEnd\":null,\"agreed\":false,"
                + "\"leaderless\":5.75,\"twoLeaders\":{\"stretches\":0,\"total\":0,\"longest\":0},"
                + "\"costs\":[{\"when\":\"always\",\"formula\":\"n\",\"messages\":2},"
                + "{\"when\":\"at most\",\"formula\":\"2n\",\"messages\":4}],\"violations\":[],"
                + "\"states\":[");
  }

  @Test
  void brokenPromiseEndsWithCodeOne() {
    Ran ran = sim("usurpers -n 2 --until 10");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines())
        .containsExactly(
            "coterie: P0 and P1 have both led under term 1, from 0 and from 0 on; a term has one"
                + " leader",
            "coterie: P1 began to lead under term 1 at 0, but P0 led under term 1 without end; one"
                + " leads at a time");
    assertThat(ran.out()).contains("two leaders at once: once, for 10 s in total, 10 s at most.");
  }

  @Test
  void violationsStandInTheJsonAsWell() {
    Ran ran = sim("usurpers -n 2 --until 10 --json");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.out()).contains("\"violations\":[\"P0 and P1 have both led under term 1");
  }

  @Test
  void brokenPromiseFailsATraceTest() throws IOException {
    Path file = folder.resolve("usurpers.trace");
    Files.writeString(
        file, "# Two at once.\nprotocol usurpers\nnodes 2\nuntil 1\nshow faults\n---\n");
    Ran ran = runLine(Throne.RECIPES, "check " + file);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("broken: P0 and P1 have both led under term 1");
  }
}
