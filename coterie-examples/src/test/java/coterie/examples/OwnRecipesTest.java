package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A detector, an election and a lock of one's own beside those that come with Coterie. */
class OwnRecipesTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private void run(String command, String line, String... more) throws URISyntaxException {
    Path classes =
        Path.of(PulseRecipe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> words = new ArrayList<>(List.of(command, "--jar", classes.toString()));
    words.addAll(List.of(line.split(" ")));
    words.addAll(List.of(more));
    int code =
        Main.run(
            new PrintWriter(out, true), new PrintWriter(err, true), words.toArray(String[]::new));
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pulse.trace", "lowest.trace", "clerk.trace"})
  void traceIsAsExpected(String file) throws Exception {
    run("check", file);
    assertThat(out.toString()).contains("1 passed, 0 failed");
  }

  @Test
  void ownDetectorIsCompared() throws Exception {
    run("compare", "--detectors heartbeat,pulse --nodes 5 --seeds 2");
    assertThat(out.toString()).containsPattern("(?m)^5 .* pulse .*%");
  }

  @Test
  void ownDetectorIsTuned() throws Exception {
    run("tune", "pulse --nodes 5 --seeds 2 --detect-within 15s --mistakes-per-day 10000");
    assertThat(out.toString()).contains("This setting of pulse meets the targets");
  }

  @Test
  void ownElectionIsCompared() throws Exception {
    run("compare", "--elections raft,lowest --nodes 3 --seeds 2 --crash leader");
    assertThat(out.toString()).contains("messages of lowest: announcement n-1");
  }

  @Test
  void ownLockIsCompared() throws Exception {
    run("compare", "--mutexes ricart-agrawala,clerk --nodes 3 --think 10ms --seeds 2");
    assertThat(out.toString()).contains("messages of clerk: the clerk's own 0, others 3");
  }

  /** The command fails if two are inside at once, for the recipe promises that they never are. */
  @Test
  void ownLockKeepsItsPromiseInStorms() throws Exception {
    for (int seed = 1; seed <= 50; seed++) {
      run(
          "sim",
          "clerk -n 4 --until 30 --loss 0.2 --duplicate 0.2 --reorder 0.2:200ms --sync 2ms --seed "
              + seed,
          "--every",
          "5 crash for 1",
          "--every",
          "7 pause for 1");
    }
    assertThat(out.toString()).contains("Two inside at once: never.");
  }
}
