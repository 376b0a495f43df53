package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.Shell;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A command under a lock hears the signals that are meant for it; and where it has no session of
 * its own, on a terminal or without setsid, it is dead as well before another one has its lock.
 */
@Timeout(900)
class LockPathsTest extends LockField {
  private static final Map<String, Integer> SIGNALS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  /** The command ends in its own way, and only then the lock is free, at once. */
  @Test
  void signalsAreForwarded() throws Exception {
    for (int i = 0; i < LOCKS; i++) {
      for (Map.Entry<String, Integer> signal : SIGNALS.entrySet()) {
        LockDuel duel = duel(signal.getKey() + i);
        Command command = duel.listener(group.http(0));
        duel.awaitFirst();
        if (!command.ignores(signal.getValue())) {
          command.signal(signal.getKey());
          assertThat(command.code()).as(command.log()).isEqualTo(7);
          assertThat(duel.heard()).isEqualTo(signal.getKey());
        }
        command.close();
      }
    }
  }

  private void killed(LockDuel.Start start) throws Exception {
    for (int i = 0; i < LOCKS; i++) {
      duel("plain-" + i).first("lock", group.http(0), start);
    }
    for (LockDuel duel : duels) {
      duel.awaitFirst();
      duel.second("lock", group.http(1));
    }
    for (int i = 0; i < LOCKS; i++) {
      duels.get(i).first().signal(i % 2 == 0 ? "KILL" : "STOP");
    }
    for (LockDuel duel : duels) {
      assertThat(duel.awaitSecond()).as(duel.first().log()).isEqualTo("clean");
    }
  }

  @Test
  void clientOnATerminalThatIsKilledOrStopped() throws Exception {
    Assumptions.assumeTrue(
        Shell.tries("script", "--version").code() == 0, "script makes the terminal");
    killed(Command::onTerminal);
  }

  @Test
  void clientWithoutSetsidThatIsKilledOrStopped() throws Exception {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    for (String name : List.of("sh", "sleep", "wc", "cat", "grep", "tr", "kill", "cut")) {
      for (String place : List.of("/usr/bin", "/bin")) {
        Path program = Path.of(place, name);
        if (Files.exists(program) && !Files.exists(programs.resolve(name))) {
          Files.createSymbolicLink(programs.resolve(name), program);
        }
      }
    }
    killed((log, words) -> Command.withPath(log, programs, words));
    try (Stream<Path> links = Files.list(programs)) {
      links.map(Path::toFile).forEach(File::delete); // JUnit would warn of each.
    }
  }
}
