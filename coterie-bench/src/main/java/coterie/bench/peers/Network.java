package coterie.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A network of its own for the nodes: a namespace with an address for each, all plugged into one
 * bridge in a namespace of its own. Whatever one node sends to another passes the bridge once, and
 * there it is counted, lost or cut off. The bridge drops without a word, and lets address
 * resolution pass, so that neither side is told that anything is wrong.
 */
final class Network implements AutoCloseable {
  private static final String TABLE = "peers";
  private static final Pattern COUNTER =
      Pattern.compile("counter sent \\{\\s*packets (\\d+) bytes (\\d+)");

  private final String prefix = "coterie" + ProcessHandle.current().pid();
  private final String hub = prefix + "-hub";
  private final List<String> namespaces = new ArrayList<>();
  private boolean closed;

  /** What the nodes sent so far: whole IP packets, with all headers but Ethernet's. */
  record Traffic(long packets, long bytes) {
    Traffic minus(Traffic earlier) {
      return new Traffic(packets - earlier.packets, bytes - earlier.bytes);
    }

    /** The value of the counter in what nft lists. */
    static Traffic parse(String listing) {
      Matcher found = COUNTER.matcher(listing);
      if (!found.find()) {
        throw new IllegalStateException("nft lists no counter of what was sent: " + listing);
      }
      return new Traffic(Long.parseLong(found.group(1)), Long.parseLong(found.group(2)));
    }
  }

  /**
   * Why there can be no such network here; null where there can. Makes a small one and closes it.
   */
  @Nullable String missing() {
    for (String command : List.of("ip", "nft")) {
      if (!Shell.exists(command)) {
        return "there is no command %s (Debian: apt-get install iproute2 nftables)"
            .formatted(command);
      }
    }
    try {
      build(2);
      sent();
      return null;
    } catch (IllegalStateException e) {
      return "network namespaces are not allowed here, they need root: " + e.getMessage();
    } finally {
      close();
    }
  }

  /** Makes the slots below size. A network that fails here is to be closed, too. */
  void build(int size) {
    add(hub);
    StringBuilder links = new StringBuilder();
    links.append("link add br0 type bridge mcast_snooping 0\nlink set br0 up\n");
    for (int slot = 0; slot < size; slot++) {
      add(namespace(slot));
      String port = port(slot);
      links.append(
          "link add %s type veth peer name eth0 netns %s%n".formatted(port, namespace(slot)));
      links.append("link set %s master br0 up%n".formatted(port));
    }
    Shell.run(List.of("ip", "-n", hub, "-batch", "-"), links.toString());
    for (int slot = 0; slot < size; slot++) {
      Shell.run(List.of("ip", "-n", namespace(slot), "-batch", "-"), end(slot));
    }
    filter(rules());
  }

  private static String end(int slot) {
    return """
    link set lo up
    link set eth0 addrgenmode none
    addr add %s/16 dev eth0
    link set eth0 up
    """
        .formatted(Place.address(slot));
  }

  private static String rules() {
    return """
    table bridge %s {
      set cut { type ifname; }
      counter sent { }
      chain pass {
        type filter hook forward priority 0; policy accept;
        ip protocol { tcp, udp } counter name sent
        ether type ip iifname @cut drop
        ether type ip oifname @cut drop
      }
      chain loss {
        type filter hook forward priority 10; policy accept;
      }
    }
    """
        .formatted(TABLE);
  }

  private synchronized void add(String namespace) {
    if (closed) {
      throw new IllegalStateException("the network is closed");
    }
    Shell.run("ip", "netns", "add", namespace);
    namespaces.add(namespace);
  }

  private void filter(String rules) {
    Shell.run(List.of("ip", "netns", "exec", hub, "nft", "-f", "-"), rules);
  }

  /** Puts a command into the namespace of a slot; the process keeps the id of the command. */
  List<String> inside(int slot, List<String> command) {
    List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", namespace(slot)));
    inside.addAll(command);
    return inside;
  }

  /** Drops everything from and to this slot. */
  void cut(int slot) {
    filter("add element bridge %s cut { \"%s\" }%n".formatted(TABLE, port(slot)));
  }

  void lose(int percent) {
    filter(
        "add rule bridge %s loss ether type ip numgen random mod 100 < %d drop%n"
            .formatted(TABLE, percent));
  }

  /** Ends all cuts and losses. */
  void heal() {
    filter("flush set bridge %s cut%nflush chain bridge %s loss%n".formatted(TABLE, TABLE));
  }

  Traffic sent() {
    return Traffic.parse(
        Shell.run("ip", "netns", "exec", hub, "nft", "list", "counters", "table", "bridge", TABLE));
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (String namespace : namespaces) {
      try {
        Shell.run("ip", "netns", "del", namespace);
      } catch (IllegalStateException e) {
        System.err.println("left behind: " + e.getMessage());
      }
    }
    namespaces.clear();
  }

  private String namespace(int slot) {
    return prefix + "-" + slot;
  }

  private static String port(int slot) {
    return "port" + slot;
  }
}
