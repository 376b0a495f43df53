package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code coterie replay} prints and answers. */
class ReplayCommandTest extends CommandTest {
  @Test
  void replayPrintsTheLinesOfTheSimulation() {
    Ran simulated =
        runLine("sim vring -n 4 --until 100 --trace --show sends,notes --record", dir());
    Ran replayed = runLine("replay --trace --show sends,notes", file("P1"));
    assertThat(replayed.code()).as(replayed.err()).isZero();
    assertThat(replayed.lines().stream().filter(line -> line.contains("  P1  ")))
        .isNotEmpty()
        .containsExactlyElementsOf(
            simulated.lines().stream().filter(line -> line.matches(" *[0-9.]+  P1   .*")).toList());
    assertThat(replayed.out()).contains("as recorded: 1 life, ");
  }

  /** They were made by earlier versions: what replays them must not change. */
  @Test
  void recordingsBesideThePageAreReplayed() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("docs/recordings"))) {
      List<Path> recordings = files.sorted().toList();
      assertThat(recordings).hasSizeGreaterThanOrEqualTo(3);
      for (Path recording : recordings) {
        Ran ran = run("replay", recording.toString());
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).as(recording.toString()).startsWith("as recorded: 1 life, ");
      }
    }
  }

  @Test
  void otherBehaviourFailsAndSaysWhere() throws IOException {
    runLine("sim heartbeat -n 3 --until 30 --period 1 --timeout 9 --record", dir());
    Path file = Path.of(file("P1"));
    byte[] bytes = Files.readAllBytes(file);
    // The setting as it is written: its name, and a text of one byte.
    int period = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("period\0011");
    bytes[period + "period".length() + 1] = '2';
    Files.write(file, bytes);
    Ran ran = run("replay", file.toString());
    assertThat(ran.code()).as(ran.err()).isEqualTo(1);
    assertThat(ran.out()).contains("something else at event ", "  recorded  ", "  replayed  ");
    assertThat(run("replay", "--json", file.toString()).out())
        .startsWith("{\"outcome\":\"diverged\",\"event\":");
  }

  @Test
  void untilStopsAfterThatEvent() {
    runLine("sim vring -n 4 --until 100 --record", dir());
    Ran ran = runLine("replay --until 2", file("P0"));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).startsWith("stopped at event 2, ");
  }

  @Test
  void filesThatAreNoRecordingsAreRefused() throws IOException {
    Path letter = Files.writeString(folder.resolve("letter"), "Dear friends, all is well.");
    refused(run("replay", letter.toString()), letter.toString(), "not a recording");
    refused(run("replay", folder.resolve("none").toString()), "there is no such file");
    refused(run("replay", folder.toString()), "cannot be read");
    refused(run("replay", "--until", "0", letter.toString()), "from 1");
  }

  private String dir() {
    return folder.resolve("recordings").toString();
  }

  private String file(String node) {
    return folder.resolve("recordings").resolve(node + ".recording").toString();
  }
}
