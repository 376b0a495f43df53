package coterie.field;

import coterie.agent.http.Client;
import coterie.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three agents on loopback, all of them voters, that lose packets when they are told to. Where a
 * file such as clock-a is in the folder, the clock of that agent is wrong by the milliseconds in
 * it.
 */
final class AgentGroup implements AutoCloseable {
  static final int SIZE = 3;
  private final List<String> names = List.of("a", "b", "c");
  private final List<Integer> ports = IntStream.range(0, SIZE).mapToObj(i -> Ports.free()).toList();
  private final List<Integer> https = IntStream.range(0, SIZE).mapToObj(i -> Ports.free()).toList();
  private final List<Command> agents = new ArrayList<>();
  private final Path folder;

  AgentGroup(Path folder) throws Exception {
    this.folder = folder;
    for (int i = 0; i < SIZE; i++) {
      agents.add(start(i));
    }
    for (int i = 0; i < SIZE; i++) {
      awaitQuorum(i);
    }
  }

  private Command start(int i) throws IOException {
    String seeds = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    Path data = Files.createDirectories(folder.resolve("data-" + names.get(i)));
    Path clock = folder.resolve("clock-" + names.get(i));
    return new Command(
        folder.resolve(names.get(i) + ".log"),
        Files.exists(clock) ? List.of("-Dcoterie.wall.offset=" + clock) : List.of(),
        "agent",
        "--faults",
        "--cluster",
        "field",
        "--name",
        names.get(i),
        "--bind",
        "127.0.0.1:" + ports.get(i),
        "--http",
        "127.0.0.1:" + https.get(i),
        "--seeds",
        seeds,
        "--voters",
        "a,b,c",
        "--data",
        data.toString());
  }

  void awaitQuorum(int i) throws Exception {
    Await.until(
        () -> names.get(i) + " reaches the voters' leader: " + agents.get(i).log(),
        120,
        () -> hasQuorum(i));
  }

  private boolean hasQuorum(int i) {
    try {
      return client(i).ask("GET", "/health").object().get("hasQuorum") == Boolean.TRUE;
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts one again that has ended. */
  void restart(int i) throws Exception {
    agents.get(i).close();
    agents.set(i, start(i));
    awaitQuorum(i);
  }

  Command agent(int i) {
    return agents.get(i);
  }

  int http(int i) {
    return https.get(i);
  }

  Client client(int i) {
    return Client.of("127.0.0.1:" + https.get(i), null);
  }

  /** From now on nothing goes between that one and the others. */
  void cut(int i) throws IOException {
    for (int other = 0; other < SIZE; other++) {
      if (other != i) {
        client(other).ask("POST", "/passage", Map.of("cut", List.of(names.get(i))));
      }
    }
    List<String> rest = names.stream().filter(name -> !name.equals(names.get(i))).toList();
    client(i).ask("POST", "/passage", Map.of("cut", rest));
  }

  void heal() throws IOException {
    for (int i = 0; i < SIZE; i++) {
      client(i).ask("POST", "/passage", Map.of("cut", List.of()));
    }
  }

  @Override
  public void close() {
    agents.forEach(Command::close);
  }
}
