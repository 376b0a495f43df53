package coterie.field;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

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
    this.log = log;
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-ea"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "coterie.cli.Main"));
    command.addAll(List.of(words));
    process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    RUNNING.add(process);
  }

  long pid() {
    return process.pid();
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
        .children()
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
