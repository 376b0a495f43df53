package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Members of one group that {@code coterie node} runs on loopback, each in a thread of its own. */
final class NodeGroup implements AutoCloseable {
  private static final long DEADLINE_SECONDS = 60;
  private static final Pattern HTTP = Pattern.compile("commands ask http://(\\S+)");

  private record Member(
      StringWriter out, StringWriter err, CompletableFuture<Integer> code, String http) {}

  private final Path folder;
  private final SortedMap<Integer, Member> members = new TreeMap<>();

  NodeGroup(Path folder, int size) throws IOException {
    this.folder = folder;
    Files.writeString(list(), String.join("\n", lines(size)));
  }

  /** A line for each member, on ports that are free now. */
  static List<String> lines(int size) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      lines.add("%d 127.0.0.1:%d".formatted(i, sockets.getLast().getLocalPort()));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return lines;
  }

  Path list() {
    return folder.resolve("group.conf");
  }

  /** The words of a command that runs that member. */
  List<String> words(int id, String protocol, String suffix, String... more) {
    List<String> words = new ArrayList<>(List.of("node", protocol, "--id", Integer.toString(id)));
    words.addAll(List.of("--group", list().toString(), "--http", "127.0.0.1:0"));
    words.addAll(List.of("--data", folder.resolve("p" + id + suffix).toString()));
    words.addAll(List.of(more));
    return words;
  }

  /** Starts all of them, and waits until they run. */
  void start(int size, String protocol, String... more) throws Exception {
    List<CompletableFuture<Void>> starting = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      int id = i;
      starting.add(CompletableFuture.runAsync(() -> startOne(id, protocol, more)));
    }
    for (CompletableFuture<Void> one : starting) {
      one.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
  }

  void startOne(int id, String protocol, String... more) {
    startOn(id, protocol, "", more);
  }

  /**
   * @param suffix of the name of its folder
   */
  void startOn(int id, String protocol, String suffix, String... more) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = words(id, protocol, suffix, more).toArray(String[]::new);
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () -> Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words),
            task -> Thread.ofPlatform().daemon().start(task));
    String[] http = new String[1];
    until(
        () -> {
          assertThat(code).as(err.toString()).isNotDone();
          Matcher found = HTTP.matcher(err.toString());
          http[0] = found.find() ? found.group(1) : "";
          return !http[0].isEmpty();
        });
    synchronized (members) {
      members.put(id, new Member(out, err, code, http[0]));
    }
  }

  static void until(Callable<Boolean> condition) {
    until(condition, () -> "in time");
  }

  static void until(Callable<Boolean> condition, Supplier<String> what) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    try {
      while (!condition.call()) {
        assertThat(System.nanoTime()).as(what).isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  String http(int id) {
    return members.get(id).http;
  }

  String out(int id) {
    return members.get(id).out.toString();
  }

  String err(int id) {
    return members.get(id).err.toString();
  }

  /** Calls that member. */
  CommandTest.Ran call(int id, String line) {
    return CommandTest.runLine("call --http %s %s".formatted(http(id), line));
  }

  /** Lets a member end, and returns its exit code. */
  int end(int id) throws Exception {
    Member member = members.get(id);
    CommandTest.runLine("leave --http " + member.http);
    return member.code.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    for (int id : members.keySet()) {
      if (!members.get(id).code.isDone()) {
        end(id);
      }
    }
  }
}
