package coterie.field;

import coterie.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Subject} as a process of its own, which can be asked, stopped and killed. It does not
 * outlive the tests.
 */
final class NodeProcess implements AutoCloseable {
  private static final long ANSWER_SECONDS = 30;
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx64m",
          "-Djdk.virtualThreadScheduler.parallelism=2",
          "-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%6$s%n");

  private final String name;
  private final ChildProcess child;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<String> rest = new CopyOnWriteArrayList<>();

  /**
   * @param prefix what is put before the command, as for a network namespace
   */
  NodeProcess(String name, List<String> prefix, Map<String, String> settings) throws IOException {
    this.name = name;
    List<String> command = new ArrayList<>(prefix);
    List<String> words = new ArrayList<>();
    settings.forEach((key, value) -> words.add(key + "=" + value));
    command.addAll(ChildProcess.java(OPTIONS, Subject.class.getName(), words));
    this.child =
        new ChildProcess(
            new ProcessBuilder(command)
                .directory(new File(System.getProperty("java.io.tmpdir")))
                .redirectErrorStream(true));
    Thread.ofVirtual().name("read-" + name).start(this::read);
  }

  private void read() {
    try (BufferedReader out = child.output()) {
      String line = out.readLine();
      while (line != null) {
        sort(line);
        line = out.readLine();
      }
    } catch (IOException e) {
      // It was killed.
    }
    answers.add("ended");
  }

  private void sort(String line) {
    int blank = line.indexOf(' ');
    String first = blank < 0 ? line : line.substring(0, blank);
    switch (first) {
      case "event" -> events.add(line.substring(blank + 1));
      case "ready",
          "refused",
          "members",
          "alive",
          "address",
          "incarnation",
          "quorum",
          "problems",
          "skews",
          "clocks",
          "granter",
          "leads",
          "holds",
          "entries",
          "failedsaves",
          "savesfail",
          "good",
          "drops",
          "open",
          "leave" ->
          answers.add(line);
      default -> rest.add(line);
    }
  }

  String name() {
    return name;
  }

  long pid() {
    return child.pid();
  }

  boolean isRunning() {
    return child.isRunning();
  }

  /** Waits until the node is in its group. */
  NodeProcess ready() throws InterruptedException {
    String line = answers.poll(2 * ANSWER_SECONDS, TimeUnit.SECONDS);
    if (line == null || !line.startsWith("ready ")) {
      throw new AssertionError("%s did not start: %s %s".formatted(name, line, rest));
    }
    return this;
  }

  /** Waits until the node was not let in, and tells why. */
  String refused() throws InterruptedException {
    String line = answers.poll(2 * ANSWER_SECONDS, TimeUnit.SECONDS);
    if (line == null || !line.startsWith("refused ")) {
      throw new AssertionError("%s was not refused: %s %s".formatted(name, line, rest));
    }
    return line.substring("refused ".length());
  }

  /** Asks one thing; whatever it answered before to a question that was given up is left out. */
  synchronized String ask(String question) throws IOException, InterruptedException {
    answers.clear();
    child.say(question);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
    while (true) {
      String line = answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null || line.equals("ended")) {
        throw new AssertionError("%s does not answer \"%s\": %s".formatted(name, question, rest));
      }
      if (line.startsWith(question + " ")) {
        return line.substring(question.length() + 1);
      }
    }
  }

  boolean is(String question) throws IOException, InterruptedException {
    return Boolean.parseBoolean(ask(question));
  }

  /** How often a packet was dropped for that reason. */
  long drops(String why) throws IOException, InterruptedException {
    for (String entry : ask("drops").split(",")) {
      if (entry.startsWith(why + "=")) {
        return Long.parseLong(entry.substring(why.length() + 1));
      }
    }
    throw new AssertionError("no drop is called " + why);
  }

  /** How many packets were dropped, for whatever reason. */
  long drops() throws IOException, InterruptedException {
    long sum = 0;
    for (String entry : ask("drops").split(",")) {
      sum += Long.parseLong(entry.substring(entry.indexOf('=') + 1));
    }
    return sum;
  }

  /** What it has seen happen so far, in its own words. */
  List<String> events() {
    return List.copyOf(events);
  }

  /** Whatever else it has said: what should not be. */
  List<String> rest() {
    return List.copyOf(rest);
  }

  void signal(String what) {
    child.signal(what);
  }

  /** Kills it as {@code kill -9} does. */
  void kill() {
    child.close();
  }

  /** Lets it leave in good order. */
  void leave() throws IOException, InterruptedException {
    ask("leave");
    child.code();
  }

  @Override
  public void close() {
    child.close();
  }
}
