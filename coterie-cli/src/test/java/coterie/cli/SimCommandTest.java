package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimCommandTest extends CommandTest {
  private static String diagnosis(
      String event, int node, int at, int tests, int rounds, int latency, int diagnosedAt) {
    return "{\"event\":\"%s\",\"node\":%d,\"at\":%d,\"tests\":%d,\"rounds\":%d,\"latency\":%d,"
            .formatted(event, node, at, tests, rounds, latency)
        + "\"diagnosedAt\":%d}".formatted(diagnosedAt);
  }

  @Test
  void copiesThatDifferWhileWritesAreUnderWayAreExplained() {
    Ran writing = runLine("sim ledger -n 3 --latency 400ms --until 5");
    assertThat(writing.code()).isZero();
    assertThat(writing.out()).contains("different things, which is not a fault yet: ", "--writing");
    Ran quiet = runLine("sim ledger -n 3 --latency 400ms --until 40 --writing 5");
    assertThat(quiet.out()).contains("all copies show the same.").doesNotContain("no fault");
  }

  @Test
  void jsonHasTheNamesAndValuesThatOtherToolsRelyOn() {
    Ran ran = runLine(N4 + " --json");
    String diagnoses =
        String.join(
            ",",
            diagnosis("crash", 1, 31, 7, 2, 59, 90),
            diagnosis("crash", 2, 91, 4, 1, 29, 120),
            diagnosis("crash", 3, 121, 3, 1, 29, 150),
            diagnosis("recover", 1, 181, 1, 1, 29, 210),
            diagnosis("recover", 2, 241, 2, 1, 29, 270),
            diagnosis("recover", 3, 301, 3, 1, 29, 330));
    String states =
        "{\"node\":0,\"up\":true,\"state\":[0,2,2,2]},{\"node\":1,\"up\":true,\"state\":[0,0,2,2]},"
            + "{\"node\":2,\"up\":true,\"state\":[0,2,0,2]},"
            + "{\"node\":3,\"up\":true,\"state\":[0,2,2,0]}";
    assertThat(ran.out().strip())
        .isEqualTo(
            "{\"protocol\":\"vring\",\"nodes\":4,\"until\":331,\"seed\":1,\"events\":112,"
                + "\"messages\":65,\"latency\":\"constant:0\",\"unreachable\":true,\"diagnoses\":[%s],"
                    .formatted(diagnoses)
                + "\"onlyOneLeft\":[{\"node\":0,\"from\":121,\"to\":181}],\"states\":[%s]}"
                    .formatted(states));
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void whatWasNotDiagnosedIsNullInJson() {
    Ran ran = runLine("sim vring --until 61.5 --crash 1@31 --crash 2@61 --seed 7 --json");
    assertThat(ran.out().strip())
        .startsWith("{\"protocol\":\"vring\",\"nodes\":4,\"until\":61.5,\"seed\":7,")
        .contains(
            "{\"event\":\"crash\",\"node\":1,\"at\":31,\"tests\":4,\"rounds\":1,\"latency\":null,"
                + "\"diagnosedAt\":null}",
            "{\"event\":\"crash\",\"node\":2,\"at\":61,\"tests\":0,\"rounds\":0,\"latency\":null,"
                + "\"diagnosedAt\":null}",
            "{\"node\":1,\"up\":false,\"state\":[-1,0,-1,-1]}");
  }

  @Test
  void detectorSaysWhichNetworkAndHintsAreInForce() {
    assertThat(runLine("sim swim -n 3 --until 5 --loss 0.1").lines())
        .contains(
            "network: instant, loss 0.1; hints on: a crashed process refuses messages"
                + " (--unreachable off: silence)");
    assertThat(runLine("sim heartbeat -n 3 --until 5 --latency uniform:10ms,100ms").lines())
        .contains(
            "network: latency uniform:0.01,0.1; hints off: a crashed process is silent"
                + " (--unreachable on: it refuses)");
  }

  @Test
  void accuracyThatComesLateIsExplained() {
    assertThat(runLine("sim heartbeat -n 4 --until 60 --crash 1@20+10 --latency 20ms").lines())
        .contains("strong accuracy           yes    start")
        .contains(
            "eventual strong accuracy  yes    30.02  no mistake: one that had recovered was"
                + " suspected until then");
  }

  @Test
  void tableTellsEveryEventAndEveryVector() {
    assertThat(runLine(N4).lines())
        .containsExactly(
            "vring, 4 processes, until 331, seed 1: 112 events, 65 messages",
            "",
            "event    process   at  tests  rounds  latency  diagnosed at",
            "crash    P1        31      7       2       59            90",
            "crash    P2        91      4       1       29           120",
            "crash    P3       121      3       1       29           150",
            "recover  P1       181      1       1       29           210",
            "recover  P2       241      2       1       29           270",
            "recover  P3       301      3       1       29           330",
            "Only one correct process was left: P0, from 121 to 181.",
            "",
            "process  up   knows at the end",
            "P0       yes    0  2  2  2",
            "P1       yes    0  0  2  2",
            "P2       yes    0  2  0  2",
            "P3       yes    0  2  2  0");
  }

  @Test
  void tableSaysWhatWasNotDiagnosedAndWhoIsDown() {
    assertThat(runLine("sim vring --until 61 --crash 1@31").lines())
        .contains(
            "crash  P1       31      4       1        -  not diagnosed",
            "P1       no    -1  0 -1 -1");
  }

  @Test
  void quietRunSaysSo() {
    assertThat(runLine("sim vring --until 10").lines())
        .contains("No process crashed or recovered.");
  }

  @Test
  void largeVectorsAreDrawnTogether() {
    assertThat(runLine("sim vring -n 50 --until 31 --start converged --crash 9@5").lines())
        .contains("P8       yes   0*9 1 0*40");
  }

  @Test
  void traceIsPrintedBeforeTheTable() {
    List<String> lines = runLine(N4 + " --trace").lines();
    assertThat(lines)
        .startsWith("       0  P0   knows state=[0 -1 -1 -1]")
        .contains(
            "      30  P0   sends Test number=1 to P1",
            "      31  --   crash P1",
            "      90  --   Diagnosed event=crash node=P1 at=31 tests=7 rounds=2 latency=59"
                + " diagnosedAt=90",
            "vring, 4 processes, until 331, seed 1: 112 events, 65 messages");
  }

  @Test
  void showImpliesTrace() {
    String asked = N4 + " --show faults";
    assertThat(runLine(asked).out()).isEqualTo(runLine(asked + " --trace").out());
    assertThat(runLine(asked).lines().getFirst()).isEqualTo("      31  --   crash P1");
  }

  @Test
  void traceIsFilteredByProcessMessageAndTime() {
    assertThat(trace(N4 + " --show-process 2 --show sends --show-from 30 --show-to 60"))
        .containsExactly(
            "      30  P2   sends Reply number=1 counts=[-1 -1 0 -1] to P1",
            "      30  P2   sends Test number=1 to P3",
            "      60  P2   sends Reply number=3 counts=[-1 -1 0 0] to P0",
            "      60  P2   sends Test number=2 to P3");
    assertThat(trace(N4 + " --show-message Test --show-to 30"))
        .hasSize(8)
        .allMatch(line -> line.contains(" Test number=1 "));
  }

  private static List<String> trace(String line) {
    List<String> lines = runLine(line).lines();
    return lines.subList(0, lines.indexOf(""));
  }

  @Test
  void pointsOfTimesStandBelowEachOther() {
    assertThat(trace("sim vring --until 31 --crash 1@29.5 --recover 1@30.125 --show faults"))
        .containsExactly("  29.5    --   crash P1", "  30.125  --   recover P1");
    assertThat(trace("sim vring --until 31 --crash 1@2 --recover 1@30.125 --show faults"))
        .containsExactly("   2      --   crash P1", "  30.125  --   recover P1");
  }

  @Test
  void percentIsAProbability() {
    assertThat(runLine("sim heartbeat --until 20 --loss 5% --duplicate 50% --reorder 1.5%").out())
        .isEqualTo(
            runLine("sim heartbeat --until 20 --loss 0.05 --duplicate 0.5 --reorder 0.015").out());
    assertThat(runLine("sim clocks --until 20 --sends 25%").out())
        .isEqualTo(runLine("sim clocks --until 20 --sends 0.25").out());
    String compare = "compare --detectors phi --nodes 3 --until 30 --seeds 1 --loss ";
    assertThat(runLine(compare + "5%").out()).isEqualTo(runLine(compare + "0.05").out());
  }

  @Test
  void progressOnATerminalChangesNothing() {
    String line = "sim raft --until 20 --seed 5 --crash leader@3+2 --json";
    Ran plain = runLine(line);
    System.setProperty("coterie.terminal", "true");
    try {
      assertThat(runLine(line).out()).isEqualTo(plain.out());
    } finally {
      System.clearProperty("coterie.terminal");
    }
  }

  @Test
  void wallClocksOfClocksAreHalfASecondApart() {
    Ran ran = runLine("sim clocks --until 60");
    assertThat(ran.lines()).contains("The wall clock of P0 is 0.5 s ahead from the start.");
    assertThat(ran.out()).containsPattern("physical +45 of ").contains("lamport   none of ");
    assertThat(runLine("sim clocks --until 60 --at", "0 clock 0 offset +0ms").out())
        .containsPattern("physical +none of ");
  }

  @Test
  void traceShowsTheKindsThatAreAskedFor() {
    assertThat(runLine(N4 + " --trace --show faults,verdicts").lines().subList(0, 4))
        .containsExactly(
            "      31  --   crash P1",
            "      90  --   Diagnosed event=crash node=P1 at=31 tests=7 rounds=2 latency=59"
                + " diagnosedAt=90",
            "      91  --   crash P2",
            "     120  --   Diagnosed event=crash node=P2 at=91 tests=4 rounds=1 latency=29"
                + " diagnosedAt=120");
  }

  @Test
  void jsonLinesHoldOneObjectALine() throws IOException {
    Path file = folder.resolve("run.jsonl");
    Ran ran = runLine(N4 + " --json --jsonl", file.toString());
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).hasSize(1);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSizeGreaterThan(200);
    assertThat(lines)
        .allMatch(line -> line.matches("\\{\"kind\":\"[a-z]+\",\"at\":[0-9.]+,.*\\}"))
        .allMatch(line -> line.chars().filter(c -> c == '{').count() == closed(line))
        .contains("{\"kind\":\"faulted\",\"at\":31,\"fault\":\"crash P1\"}");
    assertThat(lines.stream().filter(line -> line.contains("\"kind\":\"judged\""))).hasSize(6);
    assertThat(lines.stream().filter(line -> line.contains("\"kind\":\"sent\""))).hasSize(65);
  }

  private static long closed(String line) {
    return line.chars().filter(c -> c == '}').count();
  }

  @Test
  void fileAndFlagsGiveTheSameRun() throws IOException {
    Path file = folder.resolve("n4.scenario");
    Files.write(
        file,
        List.of(
            "# The published run.",
            "protocol vring",
            "nodes 4",
            "until 331",
            "at 31 crash 1",
            "at 91 crash 2",
            "at 121 crash 3",
            "at 181 recover 1",
            "at 241 recover 2",
            "at 301 recover 3"));
    assertThat(run("sim", file.toString()).out()).isEqualTo(runLine(N4).out());
    assertThat(run("sim", file.toString(), "--until", "31", "--json").out())
        .as("a flag goes before the file")
        .contains("\"until\":31,");
  }

  @Test
  void everyFlagOfAFaultIsUnderstood() {
    String faults =
        " --crash 11@31+20 --pause 12@5 --resume 12@6 --cut 10-11@40 --cut 10->11@41 --heal"
            + " 10-11@42 --heal all@43 --partition 10,11|12,13@50+20 --send-only 12@80"
            + " --receive-only 13@81";
    String others =
        " --loss 0.1 --duplicate 0.1 --reorder 0.1:50ms --latency 10ms --sync 5ms --unreachable on"
            + " --ties faults-last --seed 3 --period 20 --mend --trace --show faults";
    Ran ran =
        runLine(
            "sim vring -n 4 --ids-from 10 --until 200" + faults + others,
            "--at",
            "90 clock 12 offset +500ms");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().stream().takeWhile(line -> !line.isEmpty()).map(String::strip))
        .containsExactly(
            "5  --   pause P12",
            "6  --   resume P12",
            "31  --   crash P11",
            "40  --   cut P10 - P11",
            "41  --   cut P10 -> P11",
            "42  --   heal P10 - P11",
            "43  --   heal all",
            "50  --   partition P10 P11 | P12 P13",
            "51  --   recover P11",
            "70  --   heal all",
            "80  --   send-only P12",
            "81  --   receive-only P13",
            "90  --   clock P12 offset +0.5");
  }

  @Test
  void sameSeedPrintsTheSame() {
    String line =
        "sim vring -n 6 --until 500 --latency lognormal:1,1 --loss 0.1 --trace --show all --seed ";
    String[] chaos = {"--every", "60 crash for 30"};
    assertThat(runLine(line + 3, chaos).out()).isEqualTo(runLine(line + 3, chaos).out());
    assertThat(runLine(line + 3, chaos).out()).isNotEqualTo(runLine(line + 4, chaos).out());
  }

  @Test
  void lateFaultIsPointedOut() {
    Ran ran = runLine("sim vring --until 10 --crash 1@31");
    assertThat(ran.code()).isZero();
    assertThat(ran.err().strip())
        .isEqualTo("coterie: ignored, because the run ends at 10: --crash 1@31");
  }
}
