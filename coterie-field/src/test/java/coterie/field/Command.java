package coterie.field;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A command of {@code coterie} as a process of its own, which does not outlive the tests. */
final class Command implements AutoCloseable {
  private static final long END_SECONDS = 60;
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "end-of-commands"));
  }

  private final Process process;
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
    process = builder.start();
    RUNNING.add(process);
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
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-ea"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "coterie.cli.Main"));
    command.addAll(List.of(words));
    return command;
  }

  /** Of the command itself, where a program that makes a terminal has started it. */
  long pid() {
    return process
        .descendants()
        .filter(child -> said(child.pid()).contains("coterie.cli.Main"))
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElse(process.pid());
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
    return process.isAlive();
  }

  void signal(String name) {
    Shell.tries("kill", "-" + name, Long.toString(pid()));
  }

  /** The shell beside it that guards what it runs. */
  long guard() {
    return process
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
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end: " + log());
    }
    return process.exitValue();
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
    process
        .destroyForcibly()
        .onExit()
        .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
        .join();
    RUNNING.remove(process);
  }
}
