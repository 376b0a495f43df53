package coterie.bench.peers;

import coterie.Change;
import coterie.Config;
import coterie.Coterie;
import coterie.Member;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A member of a Coterie group with the settings for a LAN: membership alone, no voters. */
final class CoterieNode {
  private final Report report = new Report();
  private final SortedSet<String> names = new TreeSet<>();

  private CoterieNode() {}

  public static void main(String[] arguments) {
    List<String> words = List.of(arguments);
    Config.Builder builder =
        Config.builder()
            .cluster("peers")
            .profile("lan")
            .name(words.get(0))
            .bind(words.get(1) + ":" + Place.PORT);
    if (words.size() > 2) {
      builder.seeds(words.get(2) + ":" + Place.PORT);
    }
    if (Report.isWarm()) {
      warm();
    }
    new CoterieNode().run(builder.build());
    System.exit(0);
  }

  private static void warm() {
    Config.Builder first =
        Config.builder().cluster("warm").profile("lan").name("a").bind("127.0.0.1:0");
    try (Coterie one = Coterie.join(first.build())) {
      Config.Builder second =
          Config.builder().cluster("warm").profile("lan").name("b").bind("127.0.0.1:0");
      Coterie.join(second.seeds(one.address()).build()).close();
    }
  }

  private void run(Config config) {
    report.joining();
    try (Coterie node = Coterie.join(config)) {
      node.watch(this::changed);
      // After the watch has begun, so that nobody is missed between the two.
      synchronized (this) {
        node.members().stream().map(Member::name).forEach(this::add);
      }
      report.ready();
      report.awaitLeave();
    }
  }

  private synchronized void changed(Change change) {
    switch (change) {
      case Change.Joined(Member who) -> add(who.name());
      case Change.Left(Member who) -> remove(who.name());
      case Change.Failed(Member who) -> remove(who.name());
      case Change.Stopped(String why) -> System.err.println("stopped: " + why);
      case Change.Suspected suspected -> {}
      case Change.Trusted trusted -> {}
      case Change.Updated updated -> {}
      case Change.QuorumLost lost -> {}
      case Change.QuorumRegained regained -> {}
      case Change.Elected elected -> {}
      case Change.Leaderless leaderless -> {}
    }
  }

  private void add(String name) {
    if (names.add(name)) {
      report.added(name);
    }
  }

  private void remove(String name) {
    if (names.remove(name)) {
      report.removed(name);
    }
  }
}
