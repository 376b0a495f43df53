package coterie.bench.node;

import coterie.bench.peers.Report;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.UUID;

/** A member of a JGroups cluster with the settings of its tcp.xml. */
final class JGroupsNode {
  private static final int PORT = 7800;

  private JGroupsNode() {}

  public static void main(String[] arguments) throws Exception {
    List<String> words = List.of(arguments);
    String name = words.get(0);
    String address = words.get(1);
    String seed = words.size() > 2 ? words.get(2) : address;
    if (Report.isWarm()) {
      warm();
    }
    place(address, seed);
    Report report = new Report();
    JChannel channel = new JChannel("tcp.xml");
    channel.setName(name);
    long number = Long.parseLong(name.substring(1));
    // The number of the node is in its address, since a view may come before the name of a member.
    channel.addAddressGenerator(() -> new UUID(System.nanoTime(), number));
    channel.setReceiver(new Views(report));
    report.joining();
    channel.connect("peers");
    report.ready();
    report.awaitLeave();
    channel.close();
    System.exit(0);
  }

  private static void place(String address, String seed) {
    System.setProperty("jgroups.bind_addr", address);
    System.setProperty("jgroups.tcpping.initial_hosts", "%s[%d]".formatted(seed, PORT));
  }

  private static void warm() throws Exception {
    place("127.0.0.1", "127.0.0.1");
    try (JChannel one = new JChannel("tcp.xml");
        JChannel other = new JChannel("tcp.xml")) {
      one.connect("warm");
      other.connect("warm");
    }
  }

  private static final class Views implements Receiver {
    private final Report report;
    private SortedSet<String> names = new TreeSet<>();

    private Views(Report report) {
      this.report = report;
    }

    @Override
    public synchronized void viewAccepted(View view) {
      SortedSet<String> now = new TreeSet<>();
      for (Address member : view.getMembers()) {
        now.add("n" + ((UUID) member).getLeastSignificantBits());
      }
      for (String name : names) {
        if (!now.contains(name)) {
          report.removed(name);
        }
      }
      for (String name : now) {
        if (!names.contains(name)) {
          report.added(name);
        }
      }
      names = now;
    }
  }
}
