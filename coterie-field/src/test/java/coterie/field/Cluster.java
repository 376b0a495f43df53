package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.elect.raft.Ballot;
import coterie.net.disk.StableException;
import coterie.net.disk.StableFolder;
import coterie.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Real processes that form a group: the first few are voters, and all stand for a leadership and
 * contend for a lock. Their ledgers of all lives are judged together.
 */
final class Cluster implements AutoCloseable {
  /** Within so many seconds after the last fault all members see the same group. */
  static final long AGREE_SECONDS = 60;

  private final Path folder;
  private final Wiring wiring;
  private final int size;
  private final int voters;
  private final Map<String, String> common = new LinkedHashMap<>();
  private final Map<Integer, NodeProcess> running = new TreeMap<>();
  private final Map<Integer, Path> data = new TreeMap<>();
  private final Set<Integer> stopped = new HashSet<>();
  private final List<Path> ledgers = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  Cluster(Path folder, Wiring wiring, int size, int voters) {
    this.folder = folder;
    this.wiring = wiring;
    this.size = size;
    this.voters = voters;
    common.put("cluster", "field");
    common.put("quick", "yes");
    for (int node = 0; node < size; node++) {
      data.put(node, folder.resolve("data-" + name(node)));
    }
  }

  /** Every node started from now on is told that, too. */
  Cluster with(String key, String value) {
    common.put(key, value);
    return this;
  }

  /** Nobody that is started from now on is told that. */
  Cluster without(String key) {
    common.remove(key);
    return this;
  }

  /** That node keeps its data there. */
  Cluster data(int node, Path newFolder) {
    data.put(node, newFolder);
    return this;
  }

  /** A complaint with these words is no wonder. */
  Cluster expect(String words) {
    expected.add(words);
    return this;
  }

  static String name(int node) {
    return "n" + node;
  }

  int size() {
    return size;
  }

  NodeProcess at(int node) {
    return running.get(node);
  }

  // ---- lives

  /** Starts whoever is not there, all at once, and waits until the group is whole and at work. */
  Cluster whole() throws Exception {
    List<NodeProcess> started = new ArrayList<>();
    for (int node = 0; node < size; node++) {
      if (!running.containsKey(node)) {
        started.add(begin(node));
      }
    }
    for (NodeProcess process : started) {
      process.ready();
    }
    agree();
    works();
    return this;
  }

  void start(int node) throws Exception {
    begin(node).ready();
  }

  private NodeProcess begin(int node) throws IOException {
    Path ledger = folder.resolve("%s-%d.ledger".formatted(name(node), ledgers.size()));
    Map<String, String> settings = settings(node);
    settings.put("record", ledger.toString());
    NodeProcess process = new NodeProcess(name(node), wiring.prefix(node), settings);
    ledgers.add(ledger);
    running.put(node, process);
    return process;
  }

  /** What that node is told; a test may change it and start a process of its own with it. */
  Map<String, String> settings(int node) {
    Map<String, String> settings = new LinkedHashMap<>(common);
    settings.put("name", name(node));
    settings.put("bind", wiring.bind(node));
    settings.put("advertise", wiring.advertise(node));
    settings.put("seeds", seeds());
    settings.put("data", data.get(node).toString());
    settings.putIfAbsent(
        "voters",
        IntStream.range(0, voters).mapToObj(Cluster::name).collect(Collectors.joining(",")));
    return settings;
  }

  /** The first three, as an operator would do it. */
  String seeds() {
    return IntStream.range(0, Math.min(3, size))
        .mapToObj(wiring::advertise)
        .collect(Collectors.joining(","));
  }

  void kill(int node) throws InterruptedException {
    NodeProcess process = running.remove(node);
    stopped.remove(node);
    process.kill();
    complaints.addAll(process.rest());
  }

  void leave(int node) throws Exception {
    NodeProcess process = running.remove(node);
    process.leave();
    complaints.addAll(process.rest());
  }

  void stop(int node) {
    stopped.add(node);
    running.get(node).signal("STOP");
  }

  void goOn(int node) {
    running.get(node).signal("CONT");
    stopped.remove(node);
  }

  // ---- what is asked

  /** All that run see all that run, and nobody else, without a suspicion. */
  void agree() throws Exception {
    agree(List.copyOf(running.keySet()));
  }

  /** Those see each other, and nobody else. */
  void agree(List<Integer> side) throws Exception {
    String expected = side.stream().map(Cluster::name).sorted().collect(Collectors.joining(","));
    for (int node : side) {
      Await.until(
          () -> "%s sees %s, not %s".formatted(name(node), at(node).ask("members"), expected),
          AGREE_SECONDS,
          () -> at(node).ask("alive").equals(expected) && at(node).ask("members").equals(expected));
    }
  }

  /** One leads, and the lock goes round. */
  void works() throws Exception {
    Await.until("one of %s leads".formatted(running.keySet()), () -> whoSays("leads") >= 0);
    int before = entries();
    Await.until("the lock is entered", () -> entries() > before);
  }

  private int entries() throws Exception {
    int sum = 0;
    for (int node : List.copyOf(running.keySet())) {
      if (!stopped.contains(node)) {
        sum += Integer.parseInt(at(node).ask("entries"));
      }
    }
    return sum;
  }

  /** The first node that answers with yes; -1 if none does. */
  int whoSays(String question) throws Exception {
    for (int node : List.copyOf(running.keySet())) {
      if (!stopped.contains(node) && at(node).is(question)) {
        return node;
      }
    }
    return -1;
  }

  /** Waits until one answers with yes. */
  int awaitWho(String question) throws Exception {
    int[] who = {-1};
    Await.until(
        "one says that it " + question,
        () -> {
          who[0] = whoSays(question);
          return who[0] >= 0;
        });
    return who[0];
  }

  /** The voter that grants locks, by the first one that knows it. */
  int granter() throws Exception {
    return granterSeenBy(List.copyOf(running.keySet()));
  }

  int granterSeenBy(List<Integer> nodes) throws Exception {
    String[] granter = {"nobody"};
    Await.until(
        "somebody knows who grants locks",
        () -> {
          for (int node : nodes) {
            if (!stopped.contains(node) && granter[0].equals("nobody")) {
              granter[0] = at(node).ask("granter");
            }
          }
          return !granter[0].equals("nobody");
        });
    return Integer.parseInt(granter[0].substring(1));
  }

  /** How often any process has seen that node fail. */
  long failuresSeen(int node) {
    return running.values().stream()
        .flatMap(process -> process.events().stream())
        .filter(event -> event.startsWith("Failed") && event.contains("name=" + name(node) + ","))
        .count();
  }

  long failuresSeen() {
    return IntStream.range(0, size).mapToLong(this::failuresSeen).sum();
  }

  /** The highest term in which a voter has saved a vote. */
  long term() throws Exception {
    long highest = 0;
    for (int voter = 0; voter < voters; voter++) {
      highest = Math.max(highest, term(voter));
    }
    return highest;
  }

  /** Tries again where the process is just writing it. */
  private long term(int voter) throws Exception {
    Ballot[] saved = {null};
    Await.until(
        name(voter) + " has saved a vote that can be read",
        () -> {
          try {
            saved[0] = new StableFolder(data.get(voter)).read("raft", "ballot", Ballot.class);
          } catch (StableException e) {
            return false;
          }
          return saved[0] != null;
        });
    return saved[0].term();
  }

  /** The packets that all running nodes have dropped in their present lives, for any reason. */
  long drops() throws Exception {
    long sum = 0;
    for (NodeProcess process : running.values()) {
      sum += process.drops();
    }
    return sum;
  }

  long drops(String why) throws Exception {
    long sum = 0;
    for (NodeProcess process : running.values()) {
      sum += process.drops(why);
    }
    return sum;
  }

  /** Never a leader or a lock twice, in all lives so far; and no process has complained. */
  void judge() throws IOException {
    HeldTimes times = new HeldTimes();
    for (Path ledger : ledgers) {
      if (Files.exists(ledger)) {
        times.addFile(ledger.getFileName().toString(), ledger);
      }
    }
    assertThat(times.problems()).isEmpty();
    assertThat(times.holdings(Subject.LEADERSHIP)).isPositive();
    assertThat(times.holdings(Subject.LOCK)).isPositive();
    running.values().forEach(process -> complaints.addAll(process.rest()));
    complaints.removeIf(line -> expected.stream().anyMatch(line::contains));
    assertThat(complaints).as("what processes say that they should not").isEmpty();
  }

  @Override
  public void close() {
    for (NodeProcess process : running.values()) {
      process.close();
    }
    running.clear();
  }
}
