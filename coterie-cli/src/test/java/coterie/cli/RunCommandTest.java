package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What run prints and writes is what sim does; what sockets cannot do it refuses. */
class RunCommandTest extends CommandTest {
  /** A disk may be slow, and that is said. */
  private static String complaints(Ran ran) {
    return ran.err().replaceAll("coterie: the disk was [^\n]*\n", "");
  }

  @Test
  void printsTheTablesOfSimAndWritesItsFiles() throws IOException {
    Path lines = folder.resolve("run.jsonl");
    Path picture = folder.resolve("run.svg");
    Path log = folder.resolve("run.log");
    String flags = " --jsonl %s --svg %s --shiviz %s".formatted(lines, picture, log);
    Ran ran = runLine("run vring -n 3 --until 80 --crash 1@20 --pace 50 --trace" + flags);
    assertThat(complaints(ran)).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("crash P1", "sends Test", "vring, 3 processes, until 80, seed 1:")
        .contains("event  process", "knows at the end");
    assertThat(Files.readString(lines)).contains("\"received\"", "\"expired\"");
    assertThat(Files.readString(picture)).startsWith("<svg");
    assertThat(Files.readString(log)).contains("P0 {");
  }

  /** Real tests take time: events that are far enough apart are diagnosed all the same. */
  @Test
  @EnabledIfSystemProperty(named = "coterie.field", matches = "true")
  void everyEventOfTheSpacedScenarioIsDiagnosedOnSockets() {
    assertThat(spacedScenario().out()).doesNotContain("not diagnosed");
  }

  @Test
  void everyEventOfTheSpacedScenarioIsReportedOnSockets() {
    Ran ran = spacedScenario();
    assertThat(ran.lines().stream().filter(line -> line.matches("(crash|recover) .*"))).hasSize(6);
    assertThat(ran.out()).containsOnlyOnce("Only one correct process was left: P0");
  }

  private static Ran spacedScenario() {
    Path file = Path.of("").toAbsolutePath().resolve("scenarios/vring-n4-spaced.trace");
    Ran ran = run("run", file.toString(), "--pace", "100");
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran;
  }

  @Test
  void printsTheJsonOfSim() {
    Ran ran = runLine("run heartbeat -n 3 --until 5 --pace 10 --json");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).startsWith("{\"protocol\":\"heartbeat\",\"nodes\":3,\"until\":5");
    assertThat(keys(ran.out()))
        .isEqualTo(keys(runLine("sim heartbeat -n 3 --until 5 --json").out()));
  }

  private static List<String> keys(String json) {
    return java.util.regex.Pattern.compile("\"([a-zA-Z]+)\":")
        .matcher(json)
        .results()
        .map(match -> match.group(1))
        .distinct()
        .filter(key -> !key.matches("Suspected|Trusted|latency|unreachable"))
        .toList();
  }

  @Test
  void everyFaultOfAScenarioHappensOnSockets() throws IOException {
    Path file = folder.resolve("all.scenario");
    Files.write(
        file,
        List.of(
            "protocol heartbeat",
            "nodes 4",
            "until 20",
            "loss 0.05",
            "duplicate 0.2",
            "reorder 0.2 by 10ms",
            "latency uniform:1ms,5ms",
            "at 1 cut 0 -> 1 for 2",
            "at 1 cut 2 - 3 for 2",
            "at 4 partition 0 1 | 2 3 for 2",
            "at 6 send-only 1",
            "at 6 receive-only 2",
            "at 7 heal all",
            "at 8 pause 3 for 2",
            "at 9 crash 0 keeping",
            "at 11 recover 0",
            "at 12 slow 1 by 20ms",
            "at 13 clock 2 offset +500ms",
            "at 13 clock 2 drift +200ppm",
            "at 14 crash 1 for 1",
            "at 16 say All is said."));
    Ran ran = runLine("run %s --pace 20 --trace --show all --timeline".formatted(file));
    assertThat(complaints(ran)).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("cut P0 -> P1", "heal P2 - P3", "partition P0 P1 | P2 P3", "send-only P1")
        .contains("receive-only P2", "heal all", "pause P3", "resume P3", "crash P0 keeping")
        .contains("recover P0", "slow P1 by 0.02", "clock P2 offset +0.5", "clock P2 drift +200ppm")
        .contains("recover P1", "All is said.", "heartbeat, 4 processes, until 20, seed 1:");
  }

  @Test
  void recoveryIsToldBeforeWhatItCauses() {
    Ran ran = runLine("run raft -n 3 --until 4 --crash 1@1+1 --pace 4 --show all");
    assertThat(ran.code()).isZero();
    List<String> since =
        ran.lines().stream().dropWhile(line -> !line.endsWith("--   crash P1")).toList();
    assertThat(since.stream().filter(line -> line.matches(".* (recover P1|P1   .*)")).findFirst())
        .get()
        .asString()
        .endsWith("recover P1");
  }

  @Test
  void brokenPromiseIsFoundOnSockets() {
    Ran ran = runLine(Throne.RECIPES, "run usurpers -n 3 --until 1 --pace 5");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).startsWith("coterie: ").contains("P0", "P1");
    assertThat(ran.out()).contains("usurpers, 3 processes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "run vring --ties shuffled | in the order in which they happen; ties are for sim",
        "run vring --sync 5ms | as long as the disk does; sync is for sim",
        "run vring -n 1001 | run takes up to 1000 processes, not 1001; sim takes more",
        "run vring --pace 0 | --pace 0: give a whole number from 1 to 1000",
        "run vring --pace x | a whole number from 1 to 1000",
        "run vring --pace 1001 | a whole number from 1 to 1000",
        "run vring --crash 9@31 | there is no P9",
        "run vring --svg /no/such/folder/x.svg | the folder is missing or not writable",
        "run nope | neither a protocol nor a file; the protocols are bully, ",
        "run | run takes a protocol (bully, ",
      })
  void whatSocketsCannotDoIsOneSentence(String line, String allowed) {
    refused(runLine(line), allowed);
  }

  @Test
  void callThatIsRefusedSaysWhyAndEndsTheRun() {
    refused(
        runLine("run swim -n 3 --until 1000 --pace 20 --at", "5 call 0 join 1"),
        "join failed: P0 is in a group; it has to leave before it joins");
  }
}
