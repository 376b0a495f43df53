package coterie.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A process that a test has started, to talk to it, stop it and kill it. It does not outlive the
 * test that closes it, nor, by their numbers, the tests as a whole.
 */
public final class ChildProcess implements AutoCloseable {
  private static final long SECONDS_MAX = 60;
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "end-of-children"));
  }

  private final Process process;
  private final BufferedReader output;

  public ChildProcess(ProcessBuilder builder) throws IOException {
    process = builder.start();
    RUNNING.add(process);
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Returns the command of a Java program on the class path of the tests, with a compiler and a
   * collector for short lives.
   *
   * @param options further options of the Java machine
   */
  public static List<String> java(List<String> options, String main, List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-ea"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(words);
    return command;
  }

  /** Returns the process itself, such as for its streams. */
  public Process process() {
    return process;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** Returns the reader of its output. */
  public BufferedReader output() {
    return output;
  }

  /** Writes lines to its input. */
  public void say(String... lines) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    for (String line : lines) {
      input.write(line + "\n");
    }
    input.flush();
  }

  /** Reads its output up to a line that has that in it, and returns the line; fails at the end. */
  public String readUntil(String part) throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      seen.append(line).append('\n');
      if (line.contains(part)) {
        return line;
      }
    }
    throw new AssertionError("\"%s\" is not in:\n%s".formatted(part, seen));
  }

  /** Sends a signal, such as STOP or CONT. */
  public void signal(String name) {
    Shell.run("kill", "-" + name, Long.toString(pid()));
  }

  /** Waits until it has ended, and returns its exit code; fails after 60 s. */
  public int code() throws InterruptedException {
    if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
      throw new AssertionError("%s does not end".formatted(process.info().commandLine()));
    }
    RUNNING.remove(process);
    return process.exitValue();
  }

  /** Kills it as {@code kill -9} does, and waits until it is gone. */
  @Override
  public void close() {
    // What it has open, such as a disk of the test, is free only when it is gone.
    process
        .destroyForcibly()
        .onExit()
        .completeOnTimeout(process, SECONDS_MAX, TimeUnit.SECONDS)
        .join();
    RUNNING.remove(process);
  }
}
