package coterie.field;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short commands of the machine, each with a limit of its time. */
final class Shell {
  private static final long SECONDS_MAX = 20;

  /** What a command said, and how it ended. */
  record Outcome(int code, String text) {}

  private Shell() {}

  /** Fails if the command does. */
  static String run(String... command) {
    Outcome outcome = tries(command);
    if (outcome.code() != 0) {
      throw new IllegalStateException(
          "%s ended with %d: %s"
              .formatted(String.join(" ", command), outcome.code(), outcome.text()));
    }
    return outcome.text();
  }

  static Outcome tries(String... command) {
    try {
      Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Outcome(-1, "it did not end within %d s".formatted(SECONDS_MAX));
      }
      byte[] text = process.getInputStream().readAllBytes();
      return new Outcome(process.exitValue(), new String(text, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return new Outcome(-1, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(-1, "interrupted");
    }
  }
}
