package coterie.field;

import coterie.testkit.ChildProcess;
import coterie.testkit.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A command of {@code coterie} as a process of its own, which does not outlive the tests. */
final class Command implements AutoCloseable {
  private final ChildProcess child;
  private final Path log;

  Command(Path log, String... words) throws IOException {
    this(log, List.of(), words);
  }

  /**
   * @param options of the Java machine
   */
  Command(Path log, List<String> options, String... words) throws IOException {
    this(log, Map.of(), line(options, words));
  }

  private Command(Path log, Map<String, String> variables, List<String> command)
      throws IOException {
    this.log = log;
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(variables);
    child = new ChildProcess(builder);
  }

  /** The same where the programs that it finds are those in that folder. */
  static Command withPath(Path log, Path programs, String... words) throws IOException {
    return new Command(log, Map.of("PATH", programs.toString()), line(List.of(), words));
  }

  /** The same with a terminal. */
  static Command onTerminal(Path log, String... words) throws IOException {
    String quoted =
        line(List.of(), words).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return new Command(log, Map.of(), List.of("script", "-qefc", "exec " + quoted, "/dev/null"));
  }

  private static List<String> line(List<String> options, String... words) {
    List<String> all = new ArrayList<>(List.of("-Xmx128m"));
    all.addAll(options);
    return ChildProcess.java(all, "coterie.cli.Main", List.of(words));
  }

  /** Of the command itself, where a program that makes a terminal has started it. */
  long pid() {
    return child
        .process()
        .descendants()
        .filter(child -> said(child.pid()).contains("coterie.cli.Main"))
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElse(child.pid());
  }

  /** Whether it does not hear that signal: whoever started the tests may have it ignored. */
  boolean ignores(int signal) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status"))) {
      if (line.startsWith("SigIgn:")) {
        long mask = Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16);
        return (mask >>> (signal - 1) & 1) == 1;
      }
    }
    return false;
  }

  boolean isRunning() {
    return child.isRunning();
  }

  void signal(String name) {
    Shell.tries("kill", "-" + name, Long.toString(pid()));
  }

  /** The shell beside it that guards what it runs. */
  long guard() {
    return child
        .process()
        .descendants()
        .filter(child -> said(child.pid()).contains("coterie-guard"))
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no guard: " + log()));
  }

  private static String said(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  /** Its exit code, when it has ended. */
  int code() throws InterruptedException {
    return child.code();
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    Shell.tries("kill", "-CONT", Long.toString(pid()));
    child.close();
  }
}
