package coterie.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code lab} and {@code --html} refuse; the page itself is tested where it is. */
class LabCommandTest extends CommandTest {
  private static final String NO_PAGE = "needs coterie-web.jar: start it by ./coterie";

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "65536", "1e3", "''"})
  void portIsANumber(String port) {
    refused(runLine("lab --port=" + port.replace("''", "")), "give a whole number from 0 to 65535");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://127.0.0.1:7201",
        "127.0.0.1",
        "http://127.0.0.1",
        "http://user@127.0.0.1:7201",
        "http://127.0.0.1:7201/members",
        "http://127.0.0.1:7201?a=b",
        "http://127.0.0.1:7201,",
        "127.0.0.1:x"
      })
  void clusterIsAddressesOfAgents(String address) {
    refused(runLine("lab --cluster " + address), "give the address of an agent, such as");
  }

  @Test
  void fileIsAScenario() throws IOException {
    refused(runLine("lab nothing.trace"), "nothing.trace: there is no such file");
    Path broken = folder.resolve("broken.trace");
    Files.writeString(broken, "protocol raft\nnodes many\n");
    refused(runLine("lab " + broken), "broken.trace:2:");
    Path bytes = folder.resolve("bytes");
    Files.write(bytes, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    refused(runLine("lab " + bytes), "is not text in UTF-8");
  }

  @Test
  void recordingMayBeDamaged() throws IOException {
    Path damaged = folder.resolve("damaged.rec");
    Files.write(damaged, "COTREC\0\1\0\0\0\4abcd".getBytes(StandardCharsets.ISO_8859_1));
    refused(runLine("lab " + damaged), "the recording is");
  }

  @ParameterizedTest
  @CsvSource({
    "lab",
    "sim raft --until 1 --html FOLDER/a.html",
    "hunt raft --seeds 1 --html FOLDER/a.html",
    "explore raft --depth 1 --html FOLDER/a.html"
  })
  void withoutThePageOneSentenceSaysWhatIsNeeded(String command) {
    refused(runLine(command.replace("FOLDER", folder.toString())), NO_PAGE);
  }

  @Test
  void pageOfManyProcessesIsRefused() {
    refused(
        runLine("sim raft -n 201 --until 1 --html " + folder.resolve("a.html")),
        "--html draws up to 200 processes, not 201");
  }

  @Test
  void pageOfNoSmallRunIsRefused() {
    String html = " --html " + folder.resolve("a.html");
    refused(runLine("hunt raft --seeds 1 --shrink 0" + html), "leave out --shrink 0");
    refused(
        runLine("hunt raft --shard 1/2 --report " + folder.resolve("r") + html),
        "--html does not go with --shard");
  }
}
