package coterie.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short commands of the machine, each with a limit of 60 s for those that hang. */
public final class Shell {
  private static final int SECONDS_MAX = 60;

  /**
   * What a command has come to.
   *
   * @param code its exit code; -1 if it could not be started or did not end
   * @param text what it printed, without blanks at the ends
   */
  public record Outcome(int code, String text) {
    public boolean isGood() {
      return code == 0;
    }
  }

  private Shell() {}

  /** Returns whether the machine has such a command. */
  public static boolean has(String command) {
    String path = System.getenv("PATH");
    for (String folder : ((path == null ? "" : path) + ":/usr/sbin:/sbin").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, command))) {
        return true;
      }
    }
    return false;
  }

  /** Runs a command and returns what it printed; throws if it fails. */
  public static String run(String... command) {
    return run(List.of(command), "");
  }

  /** Runs a command that reads the input, and returns what it printed; throws if it fails. */
  public static String run(List<String> command, String input) {
    Outcome outcome = tries(new ProcessBuilder(command), input);
    if (!outcome.isGood()) {
      throw new IllegalStateException(
          "\"%s\" ended with %d: %s"
              .formatted(String.join(" ", command), outcome.code, outcome.text));
    }
    return outcome.text;
  }

  /** Runs a command, which may fail. */
  public static Outcome tries(String... command) {
    return tries(new ProcessBuilder(command), "");
  }

  /** Runs a command, which may fail; it reads the input. */
  public static Outcome tries(ProcessBuilder builder, String input) {
    try {
      // Through a file: a pipe would have to be read beside the wait.
      Path printed = Files.createTempFile("coterie", ".txt");
      try {
        return tries(builder, input, printed);
      } finally {
        Files.delete(printed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Outcome tries(ProcessBuilder builder, String input, Path printed)
      throws IOException {
    builder.redirectErrorStream(true).redirectOutput(printed.toFile());
    try (ChildProcess child = new ChildProcess(builder)) {
      child.process().getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
      child.process().getOutputStream().close();
      boolean hasEnded = child.process().waitFor(SECONDS_MAX, TimeUnit.SECONDS);
      String text = Files.readString(printed).strip();
      return hasEnded
          ? new Outcome(child.process().exitValue(), text)
          : new Outcome(-1, "it did not end within %d s: %s".formatted(SECONDS_MAX, text));
    } catch (IOException e) {
      return new Outcome(-1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(-1, "interrupted");
    }
  }
}
