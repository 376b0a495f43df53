package coterie.agent.up;

import coterie.HostPort;
import coterie.agent.http.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One agent of {@code up}: a process, and what it says. */
public final class UpNode {
  /** What the process does. */
  public enum State {
    RUNNING,
    PAUSED,
    DOWN
  }

  private static final long END_SECONDS = 10;

  private final String name;
  private final HostPort http;
  private final List<String> command;
  private final Path log;
  private final UpGuard guard;
  private final TreeSet<String> cut = new TreeSet<>();
  private @Nullable Process process;
  private volatile State state = State.DOWN;

  /** How it sees each member; empty while it does not answer. */
  private volatile Map<String, String> seen = new TreeMap<>();

  private volatile long token;

  UpNode(String name, HostPort http, List<String> command, Path log, UpGuard guard) {
    this.name = name;
    this.http = http;
    this.command = command;
    this.log = log;
    this.guard = guard;
  }

  String name() {
    return name;
  }

  public State state() {
    return state;
  }

  /** Where it is asked. */
  HostPort http() {
    return http;
  }

  public Client client() {
    return Client.of(http.toString(), null);
  }

  Map<String, String> seen() {
    return seen;
  }

  void sees(Map<String, String> members) {
    seen = members;
  }

  /** The token with which it leads; 0 if it does not. */
  long token() {
    return token;
  }

  void leads(long newToken) {
    token = newToken;
  }

  Set<String> cut() {
    return cut;
  }

  /** Starts the process; what it logs is added to what an earlier one did. */
  synchronized void start(Consumer<String> print) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // What the environment says is meant for another agent.
    builder.environment().keySet().removeIf(variable -> variable.startsWith("COTERIE_"));
    Process started = builder.start();
    guard.started(started);
    process = started;
    state = State.RUNNING;
    cut.clear();
    Thread.ofVirtual().start(() -> await(started, print));
  }

  private void await(Process started, Consumer<String> print) {
    try {
      started.waitFor();
      ended(started, print);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void ended(Process over, Consumer<String> print) {
    guard.ended(over);
    if (over.equals(process)) {
      boolean isUnexpected = state == State.RUNNING && over.exitValue() != 0;
      down();
      if (isUnexpected) {
        print.accept("%s has ended by itself: %s".formatted(name, lastLine()));
      }
    }
  }

  private void down() {
    state = State.DOWN;
    seen = new TreeMap<>();
    token = 0;
  }

  private String lastLine() {
    try {
      List<String> lines = Files.readAllLines(log);
      return lines.isEmpty() ? "no reason given" : lines.getLast();
    } catch (IOException e) {
      return "see " + log;
    }
  }

  /** As kill -9 does. */
  public synchronized void kill() throws InterruptedException {
    Process running = require();
    down();
    running.destroyForcibly().waitFor();
  }

  /** Lets it leave in good order; a paused one cannot. */
  public synchronized void end() throws InterruptedException {
    if (process == null || !process.isAlive()) {
      return;
    }
    Process running = process;
    boolean isPaused = state == State.PAUSED;
    down();
    if (isPaused) {
      running.destroyForcibly();
    } else {
      running.destroy();
    }
    if (!running.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      running.destroyForcibly().waitFor();
    }
  }

  public synchronized void pause() throws IOException, InterruptedException {
    signal("STOP", require());
    state = State.PAUSED;
  }

  public synchronized void resume() throws IOException, InterruptedException {
    if (state != State.PAUSED) {
      throw new IllegalArgumentException(name + " is not paused");
    }
    signal("CONT", require());
    state = State.RUNNING;
  }

  private Process require() {
    if (process == null || !process.isAlive()) {
      throw new IllegalArgumentException(name + " does not run; restart takes it up again");
    }
    return process;
  }

  private static void signal(String signal, Process process)
      throws IOException, InterruptedException {
    Process sender =
        new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(signal, process.pid())).start();
    if (sender.waitFor() != 0) {
      throw new IOException("cannot send SIG%s to %d".formatted(signal, process.pid()));
    }
  }

  /** Tells the agent to whom it sends nothing. */
  void sendCut() throws IOException {
    Map<String, List<String>> body = Map.of("cut", new ArrayList<>(cut));
    client().ask("POST", "/passage", body).good();
  }
}
