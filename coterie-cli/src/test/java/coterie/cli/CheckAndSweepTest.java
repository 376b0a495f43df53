package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckAndSweepTest extends CommandTest {
  private static final List<String> SCENARIO =
      List.of("# Two processes.", "protocol vring", "nodes 2", "until 30", "show notes", "---");

  private static final List<String> TRACE =
      List.of(
          "# (a)",
          "      30  P0   Tested who=P1 count=0",
          "      30  P0   TurnEnded",
          "# (b)",
          "      30  P1   Tested who=P0 count=0",
          "      30  P1   TurnEnded");

  private Path file(String name, List<String> trace) throws IOException {
    Path file = folder.resolve(name);
    List<String> lines = new java.util.ArrayList<>(SCENARIO);
    lines.addAll(trace);
    Files.write(file, lines);
    return file;
  }

  @Test
  void traceThatComesOutPasses() throws IOException {
    Ran ran = run("check", file("good.trace", TRACE).toString());
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).containsExactly("1 passed, 0 failed");
  }

  @Test
  void traceThatDiffersFailsAndSaysWhere() throws IOException {
    Path good = file("good.trace", TRACE);
    Path bad = file("bad.trace", TRACE.subList(0, 4));
    Path wrong = file("wrong.trace", List.of("      30  P0   Tested who=P1 count=7"));
    Ran ran = run("check", good.toString(), bad.toString(), wrong.toString());
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.lines())
        .containsExactly(
            bad + ": the run goes on after the expected end:",
            "      30  P1   Tested who=P0 count=0",
            wrong + ":7: expected",
            "      30  P0   Tested who=P1 count=7",
            "but the run says",
            "      30  P0   Tested who=P1 count=0",
            "1 passed, 2 failed");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void rewriteAcceptsTheRunAndKeepsComments() throws IOException {
    Path file =
        file(
            "old.trace",
            List.of("# (a)", TRACE.get(1), "      30  P0   gone", "# (b)", TRACE.get(4)));
    Ran ran = run("check", "--rewrite", file.toString());
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).containsExactly("rewritten: " + file);
    List<String> rewritten = Files.readAllLines(file);
    assertThat(rewritten.subList(0, SCENARIO.size())).isEqualTo(SCENARIO);
    assertThat(rewritten.subList(SCENARIO.size(), rewritten.size())).isEqualTo(TRACE);
    assertThat(run("check", file.toString()).code()).isZero();
    assertThat(run("check", "--rewrite", file.toString()).out()).as("nothing to do").isEmpty();
  }

  @Test
  void sweepPrintsATable() {
    Ran ran = runLine("sweep vring --nodes 4,8");
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.lines()).hasSize(3);
    assertThat(ran.lines().getFirst().split(" {2,}"))
        .containsExactly(
            "N",
            "events",
            "undiagnosed",
            "tests min",
            "mean",
            "max",
            "rounds min",
            "mean",
            "max",
            "latency min",
            "mean",
            "max");
    assertThat(ran.lines().get(1)).matches("4 +8 +0( +[0-9.]+){9}");
    assertThat(ran.lines().get(2)).matches("8 +16 +0( +[0-9.]+){9}");
    assertThat(runLine("sweep vring --nodes 4,8").out()).as("again").isEqualTo(ran.out());
    assertThat(runLine("sweep vring --nodes 4,8 --seed 2").out()).isNotEqualTo(ran.out());
  }

  @Test
  void sweepWritesCsvAndJson() throws IOException {
    Path csv = folder.resolve("sweep.csv");
    Ran ran = runLine("sweep vring --nodes 4,8 --json --csv", csv.toString());
    assertThat(ran.code()).isZero();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines)
        .startsWith(
            "nodes,events,undiagnosed,tests_min,tests_mean,tests_max,rounds_min,rounds_mean,"
                + "rounds_max,latency_min,latency_mean,latency_max")
        .hasSize(3);
    assertThat(lines.get(1)).matches("4,8,0(,[0-9.]+){9}");
    assertThat(lines.get(2)).matches("8,16,0(,[0-9.]+){9}");
    String spread = "\\{\"min\":[0-9.]+,\"mean\":[0-9.]+,\"max\":[0-9.]+\\}";
    String size =
        "\\{\"nodes\":%d,\"events\":%d,\"undiagnosed\":0,\"tests\":S,\"rounds\":S,\"latency\":S\\}"
            .replace("S", spread);
    assertThat(ran.out().strip())
        .matches(
            "\\{\"protocol\":\"vring\",\"seed\":1,\"digest\":\"[0-9a-f]{16}\",\"sizes\":\\[%s,%s\\]\\}"
                .formatted(size.formatted(4, 8), size.formatted(8, 16)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"heartbeat", "heartring", "phi", "swim", "swim-plain", "vring"})
  void everyProtocolThatIsListedCanBeSwept(String name) {
    Ran ran = runLine("sweep " + name + " --nodes 4,6 --events 2");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.lines().get(1)).as("all are noticed").matches("4 +4 +0( +[0-9.]+){9}");
    assertThat(ran.lines().get(2)).matches("6 +4 +0( +[0-9.]+){9}");
    assertThat(runLine("sweep --help").out()).contains("  " + name + " ");
  }

  @Test
  void detectorsAreSweptByMessagesAndLatency() {
    Ran ran = runLine("sweep phi --nodes 4 --events 2 --json");
    assertThat(ran.out())
        .contains(
            "{\"protocol\":\"phi\",\"seed\":1,\"digest\":\"",
            "\",\"sizes\":[{\"nodes\":4,\"events\":4,")
        .contains("\"undetected\":0,\"messages\":{", "\"crashLatency\":{", "\"recoveryLatency\":{");
    assertThat(runLine("sweep phi --nodes 4 --csv").lines().getFirst())
        .isEqualTo(
            "nodes,events,undetected,messages_min,messages_mean,messages_max,crash_latency_min,"
                + "crash_latency_mean,crash_latency_max,recovery_latency_min,recovery_latency_mean,"
                + "recovery_latency_max");
    assertThat(runLine("sweep --help").out()).doesNotContain("lamport", "token-ring");
  }

  @Test
  void sampleOfASweepIsAsLargeAsAsked() {
    assertThat(runLine("sweep vring --nodes 16 --events 3").lines().get(1))
        .startsWith("16       6");
    assertThat(runLine("sweep vring --nodes 4 --events 100").lines().get(1))
        .startsWith("4       8");
  }

  @Test
  void sweepPrintsARowForEveryEvent() {
    Ran ran = runLine("sweep vring --nodes 3,4 --events");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.lines()).hasSize(1 + 6 + 8);
    assertThat(ran.lines().getFirst().split(" {2,}"))
        .containsExactly("N", "event", "process", "at", "tests", "rounds", "latency");
    assertThat(ran.lines().get(1)).matches("3 +crash +P0 +[0-9.]+ +4 +2 +[0-9.]+");
    assertThat(ran.lines().get(2)).matches("3 +recover +P0 +[0-9.]+ +4 +2 +[0-9.]+");
    assertThat(runLine("sweep vring --nodes 3,4 --each").out()).isEqualTo(ran.out());
    assertThat(runLine("sweep vring --nodes 16 --each --events 3").lines()).hasSize(7);
  }

  /** An event comes only after all know the one before. */
  @Test
  void eventsOfASweepComeOneAfterTheOther() {
    double known = 0;
    for (String line :
        runLine("sweep vring --nodes 6 --each --csv").lines().stream().skip(1).toList()) {
      String[] cells = line.split(",");
      assertThat(Double.parseDouble(cells[3])).as(line).isGreaterThan(known);
      known = Double.parseDouble(cells[3]) + Double.parseDouble(cells[6]);
    }
    assertThat(known).isPositive();
  }

  @Test
  void rowsOfASweepAreCsvJsonAndAChart() throws IOException {
    Path svg = folder.resolve("events.svg");
    Ran ran = runLine("sweep vring --nodes 2,3 --each --csv --svg", svg.toString());
    assertThat(ran.lines()).startsWith("nodes,event,process,at,tests,rounds,latency").hasSize(11);
    assertThat(Files.readString(svg))
        .contains(">tests<", ">rounds<", ">latency<", ">crash<", ">recovery<");
    assertThat(runLine("sweep vring --nodes 2 --each --json").out())
        .startsWith("{\"protocol\":\"vring\",\"seed\":1,\"digest\":\"")
        .contains(
            "\",\"events\":[{\"nodes\":2,\"event\":\"crash\",\"process\":0,\"correct\":1,\"at\":");
    assertThat(runLine("sweep vring --nodes 2,3 --each").lines())
        .endsWith("N = 2: a crash leaves only one correct process.");
  }

  @Test
  void chartOfEventsIsThePictureOnThePage() throws IOException {
    Path svg = folder.resolve("events.svg");
    assertThat(runLine("sweep vring --nodes 4,8,16,32 --events --svg", svg.toString()).code())
        .isZero();
    assertThat(svg)
        .hasSameTextualContentAs(
            Path.of("").toAbsolutePath().resolve("docs/images/vring-events.svg"));
  }

  @Test
  void rowsOfADetectorThatCountsNoEventsHaveMessages() {
    Ran ran = runLine("sweep heartring --nodes 3 --each");
    assertThat(ran.lines().getFirst().split(" {2,}"))
        .containsExactly("N", "event", "process", "at", "messages", "latency");
    assertThat(ran.lines()).hasSize(7);
    Ran refused = runLine("sweep heartring --nodes 3 --each --spread=false");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("not every process learns of a crash");
    assertThat(runLine("sweep heartring --nodes 3 --spread=false").code()).isZero();
  }
}
