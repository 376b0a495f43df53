package coterie.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
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
  private Process up;

  private void start(String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), "coterie.cli.Main", "up"));
    command.addAll(List.of("--nodes", "3", "--dir", folder.toString()));
    command.addAll(List.of(flags));
    up = new ProcessBuilder(command).redirectError(folder.resolve("up.err").toFile()).start();
  }

  private void say(String... lines) throws IOException {
    Writer in = up.outputWriter(StandardCharsets.UTF_8);
    for (String line : lines) {
      in.write(line + "\n");
    }
    in.flush();
  }

  /** Reads on until a line has that in it. */
  private String read(BufferedReader out, String wanted) throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      seen.append(line).append('\n');
      if (line.contains(wanted)) {
        return line;
      }
    }
    throw new AssertionError("\"%s\" is not in:\n%s".formatted(wanted, seen));
  }

  private void remember() {
    up.descendants().forEach(agents::add);
    assertThat(agents).hasSizeGreaterThanOrEqualTo(3);
  }

  private void noneIsLeft() throws Exception {
    assertThat(up.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    for (ProcessHandle agent : agents) {
      agent.onExit().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
  }

  @AfterEach
  void endWhatATestHasLeft() {
    up.destroyForcibly();
    agents.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void nodesAreKilledRestartedPausedAndCut() throws Exception {
    start();
    try (BufferedReader out = up.inputReader(StandardCharsets.UTF_8)) {
      say("agree 60s");
      read(out, "all see the same members");
      remember();
      say("kill 2", "agree 60s", "status", "restart 2", "agree 60s", "cut 1 2", "heal");
      read(out, "all see the same members");
      read(out, "n2    down");
      read(out, "all see the same members");
      remember();
      read(out, "heal: done");
      say("pause 3", "resume 3", "explode 1", "kill 9", "quit");
      read(out, "pause 3: done");
      read(out, "resume 3: done");
      read(out, "there is no command explode");
      read(out, "there is no node 9; there is n1 to n3");
    }
    noneIsLeft();
    assertThat(up.exitValue()).isZero();
  }

  @Test
  void nothingIsLeftEvenIfItIsKilledWhileOneStandsStill() throws Exception {
    start("--voters", "0");
    try (BufferedReader out = up.inputReader(StandardCharsets.UTF_8)) {
      say("agree 60s", "pause 2");
      read(out, "pause 2: done");
      remember();
      up.destroyForcibly();
      noneIsLeft();
    }
  }
}
