package coterie.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the small commands that the harness needs. */
final class Shell {
  private static final int SECONDS_MAX = 30;

  private Shell() {}

  static boolean exists(String command) {
    String path = System.getenv("PATH");
    for (String folder : ((path == null ? "" : path) + ":/usr/sbin:/sbin").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, command))) {
        return true;
      }
    }
    return false;
  }

  /** Runs it and gives back what it printed; throws where it fails. */
  static String run(String... command) {
    return run(List.of(command), "");
  }

  static String run(List<String> command, String input) {
    Outcome outcome = outcome(command, input);
    if (outcome.code != 0) {
      throw new IllegalStateException(
          "\"%s\" failed: %s".formatted(String.join(" ", command), outcome.output.strip()));
    }
    return outcome.output;
  }

  /** What it printed, or nothing where it fails. */
  static String output(String... command) {
    if (!exists(command[0])) {
      return "";
    }
    Outcome outcome = outcome(List.of(command), "");
    return outcome.code == 0 ? outcome.output : "";
  }

  private static Outcome outcome(List<String> command, String input) {
    try {
      // Through a file: a pipe would have to be read beside the wait.
      Path printed = Files.createTempFile("coterie-peers", ".txt");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        int code = await(process, command);
        return new Outcome(code, Files.readString(printed));
      } finally {
        Files.delete(printed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int await(Process process, List<String> command) {
    try {
      if (process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    throw new IllegalStateException("\"%s\" did not end".formatted(String.join(" ", command)));
  }

  private record Outcome(int code, String output) {}
}
