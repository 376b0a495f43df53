package coterie.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Processes are talked to, and do not outlive their test. */
class ChildProcessTest {
  @Test
  void processIsTalkedTo() throws Exception {
    try (ChildProcess cat = new ChildProcess(new ProcessBuilder("cat"))) {
      cat.say("one", "two", "three");
      assertThat(cat.readUntil("w")).isEqualTo("two");
      cat.process().getOutputStream().close();
      assertThatThrownBy(() -> cat.readUntil("four"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("three");
      assertThat(cat.code()).isZero();
    }
  }

  @Test
  void processThatIsStoppedIsKilled() throws Exception {
    ChildProcess sleep = new ChildProcess(new ProcessBuilder("sleep", "1000"));
    try (sleep) {
      sleep.signal("STOP");
      assertThat(sleep.isRunning()).isTrue();
    }
    assertThat(sleep.isRunning()).isFalse();
    assertThat(sleep.code()).isEqualTo(128 + 9);
  }

  @Test
  void shortCommandsTellHowTheyEnded() {
    assertThat(Shell.run(List.of("tr", "a-z", "A-Z"), "big")).isEqualTo("BIG");
    assertThat(Shell.tries("sh", "-c", "echo no; exit 3")).isEqualTo(new Shell.Outcome(3, "no"));
    assertThat(Shell.tries("./no-such-program").isGood()).isFalse();
    assertThat(Shell.has("sh")).isTrue();
    assertThat(Shell.has("no-such-program")).isFalse();
    assertThatThrownBy(() -> Shell.run("false")).hasMessageContaining("\"false\" ended with 1");
  }

  @Test
  void conditionIsWaitedFor() throws Exception {
    AtomicInteger times = new AtomicInteger();
    Await.until(() -> times.incrementAndGet() == 3);
    assertThatThrownBy(() -> Await.until("rain", 0, () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("rain");
  }
}
