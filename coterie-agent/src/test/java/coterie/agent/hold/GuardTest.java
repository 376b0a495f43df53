package coterie.agent.hold;

import static coterie.testkit.Await.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A guard and a real command, whose children have gone where a signal to a group finds nobody. */
@Timeout(600)
class GuardTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final long FAR_MILLIS = 1_000_000;

  @TempDir Path folder;
  private final BlockingQueue<Long> words = new LinkedBlockingQueue<>();
  private Hold hold = new Hold("test" + System.nanoTime(), true);
  private Guard guard;
  private Child child;

  @BeforeEach
  void start() {
    assumeTrue(Hold.SETSID, "setsid and /proc are needed");
    guard = new Guard(hold);
    guard.listen(words::add, () -> words.add(-1L));
  }

  @AfterEach
  void end() {
    if (child != null) {
      child.awaitEnd(System.nanoTime());
    }
    if (guard != null) {
      guard.over();
    }
  }

  private void secure(long millis) throws InterruptedException {
    Hold.Moment until = Hold.Moment.now().plusMillis(millis);
    guard.until(until.hundredths(), until.nanos());
    assertThat(words.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(until.nanos());
  }

  /** A process, one in its group, and one in a session of its own; none of them heeds TERM. */
  private void startFamily() throws Exception {
    String script =
        "trap '' TERM HUP; (sleep 1000) & setsid sh -c 'trap \"\" HUP; echo > %s; sleep 1000; :' &"
                .formatted(folder.resolve("ready"))
            + " sleep 1000; :";
    child =
        Child.start(
            List.of("sh", "-c", script), Map.of(), hold, Hold.Moment.now().plusMillis(FAR_MILLIS));
    guard.group(child.pid());
    until(() -> Files.exists(folder.resolve("ready")));
  }

  private boolean isAllDead() {
    return new Kin(ended(), hold).alive().isEmpty();
  }

  /** A process that is no more, so that only the mark and the guard are looked at. */
  private static Process ended() {
    try {
      Process process = new ProcessBuilder("true").start();
      process.waitFor();
      return process;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void guardKillsAllWhenNobodySpeaksToItAnyMore() throws Exception {
    secure(FAR_MILLIS);
    startFamily();
    guard.close();
    until(this::isAllDead);
  }

  @Test
  void guardKillsAllAtTheDeadlineThoughItIsStopped() throws Exception {
    secure(FAR_MILLIS);
    startFamily();
    secure(1_000);
    signalGuard("STOP");
    until(this::isAllDead);
    signalGuard("KILL");
    assertThat(words.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(-1);
  }

  private void signalGuard(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(guard.pid())).start().waitFor();
  }

  @Test
  void eachWordReplacesTheOneBefore() throws Exception {
    secure(FAR_MILLIS);
    startFamily();
    long before = System.nanoTime();
    secure(6_000); // Long enough for the next word to come before it on a busy machine.
    secure(8_000);
    until(this::isAllDead);
    assertThat(System.nanoTime() - before).isGreaterThan(TimeUnit.SECONDS.toNanos(8) - 30_000_000);
  }

  @Test
  void commandThatComesTooLateDoesNotStart() throws Exception {
    BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
    List<String> command = List.of("touch", folder.resolve("ran").toString());
    child = Child.start(command, Map.of(), hold, Hold.Moment.now().plusMillis(-10));
    child.whenEnded(codes::add);
    assertThat(codes.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(124);
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void commandThatIsOverIsForgotten() throws Exception {
    secure(FAR_MILLIS);
    startFamily();
    guard.over();
    assertThat(words.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(-1);
    assertThat(isAllDead()).isFalse();
    child.signal("TERM");
    child.awaitEnd(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100));
    assertThat(isAllDead()).isTrue();
  }
}
