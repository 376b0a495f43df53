package coterie.agent.hold;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A command that runs only while something is held, with all that it has started. It reads and
 * writes where this process does.
 */
final class Child {
  private static final long LOOK_MILLIS = 20;

  /** Looks at the clock once more: this process may have been stopped since it looked. */
  private static final String LAUNCH =
      """
      read -r up rest </proc/uptime && [ "${up%.*}${up#*.}" -lt "$1" ] || exit 124
      shift
      exec "$@"
      """;

  private final Process process;
  private final Kin kin;

  private Child(Process process, Kin kin) {
    this.process = process;
    this.kin = kin;
  }

  /**
   * Starts it, unless it is too late.
   *
   * @param until when it has to be dead
   */
  static Child start(
      List<String> command, Map<String, String> variables, Hold hold, Hold.Moment until)
      throws IOException {
    List<String> words = new ArrayList<>(hold.isOwnSession() ? List.of("setsid") : List.of());
    if (Hold.canLook()) {
      words.addAll(List.of("sh", "-c", LAUNCH, "coterie-launch"));
      words.add(Long.toString(until.hundredths()));
    }
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().putAll(variables);
    builder.environment().put(hold.variable(), "1");
    Process process = builder.start();
    return new Child(process, new Kin(process, hold));
  }

  /** The process that was started, which leads its group if it has one of its own. */
  long pid() {
    return process.pid();
  }

  /**
   * Tells its exit code, once it has ended by itself or not. Process.onExit would need a thread of
   * the common pool, which has few and may be busy.
   */
  void whenEnded(IntConsumer action) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                action.accept(process.waitFor());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  void signal(String name) {
    kin.signal(name);
  }

  /** Waits until nothing of it is left; after that time, kills whatever is. */
  void awaitEnd(long untilNanos) {
    try {
      while (System.nanoTime() - untilNanos < 0) {
        if (kin.alive().isEmpty()) {
          return;
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kin.kill();
  }

  /** Its exit code, when it has ended. */
  int code() {
    return process.exitValue();
  }
}
