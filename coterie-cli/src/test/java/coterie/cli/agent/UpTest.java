package coterie.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A group of real processes, told what to do over its input; none of them is left behind. */
@Timeout(600)
class UpTest {
  private static final long DEADLINE_SECONDS = 60;

  @TempDir Path folder;
  private final List<ProcessHandle> agents = new ArrayList<>();
  private ChildProcess up;

  private void start(int nodes, String... flags) throws IOException {
    List<String> words = new ArrayList<>(List.of("up", "--nodes", "" + nodes, "--dir"));
    words.add(folder.toString());
    words.addAll(List.of(flags));
    up =
        new ChildProcess(
            new ProcessBuilder(ChildProcess.java(List.of(), "coterie.cli.Main", words))
                .redirectError(folder.resolve("up.err").toFile()));
  }

  private void remember() {
    up.process().descendants().forEach(agents::add);
    assertThat(agents).hasSizeGreaterThanOrEqualTo(3);
  }

  private void noneIsLeft() throws Exception {
    up.code();
    for (ProcessHandle agent : agents) {
      agent.onExit().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
  }

  @AfterEach
  void endWhatATestHasLeft() {
    up.close();
    agents.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void nodesAreKilledRestartedPausedAndCut() throws Exception {
    start(3);
    up.say("agree 60s");
    up.readUntil("all see the same members");
    remember();
    up.say("kill 2", "agree 60s", "status", "restart 2", "agree 60s", "cut 1 2", "heal");
    up.readUntil("all see the same members");
    up.readUntil("n2    down");
    up.readUntil("all see the same members");
    remember();
    up.readUntil("heal: done");
    up.say("pause 3", "resume 3", "explode 1", "kill 9", "quit");
    up.readUntil("pause 3: done");
    up.readUntil("resume 3: done");
    up.readUntil("there is no command explode");
    up.readUntil("there is no node 9; there is n1 to n3");
    noneIsLeft();
    assertThat(up.code()).isZero();
  }

  @Test
  void nothingIsLeftEvenIfItIsKilledWhileOneStandsStill() throws Exception {
    start(2, "--voters", "0");
    up.say("agree 60s", "pause 2");
    up.readUntil("pause 2: done");
    remember();
    up.close();
    noneIsLeft();
  }
}
