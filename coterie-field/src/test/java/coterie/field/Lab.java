package coterie.field;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.testkit.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network of its own for each node: namespaces, each with a cable to a bridge in a namespace that
 * nothing else is in. So a packet can be lost on its way as in a real network: the sender hears
 * nothing of it, be it UDP or TCP. All rules work where packets come in, since one that is dropped
 * where it goes out is an error that the sender sees.
 *
 * <p>Every name is used once; everything is taken down by {@link #close}, and if the tests are
 * ended before, when the machine ends them.
 */
final class Lab implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final String name;
  private final int size;
  private final List<String> spaces = new ArrayList<>();
  private final Thread hook = new Thread(this::remove, "lab-removal");

  private Lab(int size) {
    this.name = "ctf%d-%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
    this.size = size;
  }

  /** Nodes 0 to size-1. Skips the test, with the reason, where the machine does not allow it. */
  static Lab open(int size) {
    requireMachine();
    Lab lab = new Lab(size);
    Runtime.getRuntime().addShutdownHook(lab.hook);
    try {
      lab.build();
      return lab;
    } catch (RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  private static void requireMachine() {
    String user = System.getProperty("user.name");
    assumeTrue("root".equals(user), "network namespaces need root, and this is " + user);
    for (String tool : List.of("ip", "nft")) {
      Shell.Outcome there = Shell.tries(tool, "-V");
      assumeTrue(there.code() == 0, "the command %s is needed: %s".formatted(tool, there.text()));
    }
    String probe = "ctf%d-probe".formatted(ProcessHandle.current().pid());
    Shell.Outcome added = Shell.tries("ip", "netns", "add", probe);
    assumeTrue(added.code() == 0, "ip netns add is not allowed here: " + added.text());
    Shell.Outcome random =
        Shell.tries(
            "ip",
            "netns",
            "exec",
            probe,
            "nft",
            "add table inet t; add chain inet t c; add rule inet t c numgen random mod 9 < 1 drop");
    Shell.run("ip", "netns", "del", probe);
    assumeTrue(random.code() == 0, "nft cannot lose packets at random here: " + random.text());
  }

  private void build() {
    add(hub());
    in(hub(), "ip", "link", "add", "bridge", "type", "bridge");
    in(hub(), "ip", "link", "set", "bridge", "up");
    for (int node = 0; node < size; node++) {
      add(space(node));
      String port = "port" + node;
      Shell.run(
          "ip",
          "link",
          "add",
          port,
          "netns",
          hub(),
          "type",
          "veth",
          "peer",
          "name",
          "eth0",
          "netns",
          space(node));
      in(hub(), "ip", "link", "set", port, "master", "bridge", "up");
      in(space(node), "ip", "address", "add", address(node) + "/24", "dev", "eth0");
      in(space(node), "ip", "link", "set", "eth0", "up");
      in(space(node), "ip", "link", "set", "lo", "up");
      in(
          space(node),
          "nft",
          "add table inet lab; add chain inet lab come { type filter hook input priority 0; }");
    }
  }

  private void add(String space) {
    Shell.run("ip", "netns", "add", space);
    spaces.add(space);
  }

  private String hub() {
    return name + "-hub";
  }

  String space(int node) {
    return name + "-" + node;
  }

  String address(int node) {
    return "10.77.0." + (node + 1);
  }

  int size() {
    return size;
  }

  /** What is put before a command so that it runs at that node. */
  List<String> prefix(int node) {
    return List.of("ip", "netns", "exec", space(node));
  }

  /** Runs a short command at that node. */
  String at(int node, String... command) {
    return in(space(node), command);
  }

  /** From now on every node loses so many of a hundred packets that come to it. */
  void lose(int percent) {
    for (int node = 0; node < size; node++) {
      rule(node, "iif eth0 numgen random mod 100 < %d drop".formatted(percent));
    }
  }

  /** Nothing of the one comes to the other any more; the other direction works. */
  void cut(int from, int to) {
    rule(to, "ip saddr %s drop".formatted(address(from)));
  }

  /** Those of the list hear nobody else, and nobody else hears them. */
  void split(List<Integer> side) {
    for (int node = 0; node < size; node++) {
      for (int other = 0; other < size; other++) {
        if (side.contains(node) != side.contains(other)) {
          cut(other, node);
        }
      }
    }
  }

  /** Takes away every loss and every cut. */
  void heal() {
    for (int node = 0; node < size; node++) {
      in(space(node), "nft", "flush chain inet lab come");
    }
  }

  private void rule(int node, String rule) {
    in(space(node), "nft", "add rule inet lab come " + rule);
  }

  private static String in(String space, String... command) {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", space));
    words.addAll(List.of(command));
    return Shell.run(words.toArray(String[]::new));
  }

  /** A namespace that is gone takes its cables and rules along. */
  private synchronized void remove() {
    for (String space : spaces.reversed()) {
      Shell.tries("ip", "netns", "del", space);
    }
    spaces.clear();
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The machine is ending, and the hook runs.
    }
  }
}
