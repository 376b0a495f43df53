package coterie.agent.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What {@code up} has started does not outlive it. */
class UpGuardTest {
  private static final long DEADLINE_SECONDS = 60;

  @Test
  void guardKillsWhatIsLeft() throws Exception {
    Process left = new ProcessBuilder("sleep", "1000").start();
    Process over = new ProcessBuilder("true").start();
    UpGuard guard = new UpGuard();
    guard.started(over);
    guard.started(left);
    guard.ended(over);
    assertThat(left.isAlive()).isTrue();
    guard.close();
    assertThat(left.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(left.exitValue()).isEqualTo(128 + 9);
  }
}
