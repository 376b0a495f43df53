package coterie.bench.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the command line asks for. */
record PeersOptions(
    List<Peer> peers,
    List<Integer> sizes,
    int rounds,
    int peerRounds,
    List<Measure> measures,
    @Nullable Path json) {

  /** What is measured where --only says nothing. */
  static final List<Peer> ALL =
      List.of(JavaPeer.COTERIE, new Serf(), JavaPeer.JGROUPS, JavaPeer.SCALECUBE);

  PeersOptions {
    peers = List.copyOf(peers);
    sizes = List.copyOf(sizes);
    measures = List.copyOf(measures);
  }

  /** How many rounds this peer gets. */
  int rounds(Peer peer) {
    return peer.equals(JavaPeer.COTERIE) ? rounds : peerRounds;
  }

  static PeersOptions parse(List<String> words) {
    List<Peer> peers = ALL;
    List<Integer> sizes = List.of(10, 30);
    int rounds = 20;
    int peerRounds = 0;
    List<Measure> measures = List.of(Measure.values());
    Path json = null;
    for (int i = 0; i < words.size(); i += 2) {
      String option = words.get(i);
      if (i + 1 == words.size()) {
        throw new IllegalArgumentException(
            "%s needs a value; %s".formatted(option, "the options are " + OPTIONS));
      }
      String value = words.get(i + 1);
      switch (option) {
        case "--only" -> peers = peers(value);
        case "--sizes" -> sizes = sizes(value);
        case "--rounds" -> rounds = number(option, value, 1, 1000);
        case "--peer-rounds" -> peerRounds = number(option, value, 1, 1000);
        case "--only-measure" -> measures = Measure.parse(value);
        case "--json" -> json = Path.of(value);
        default ->
            throw new IllegalArgumentException(
                "there is no option \"%s\"; the options are %s".formatted(option, OPTIONS));
      }
    }
    return new PeersOptions(
        peers, sizes, rounds, peerRounds == 0 ? rounds : peerRounds, measures, json);
  }

  private static final String OPTIONS =
      "--only, --sizes, --rounds, --peer-rounds, --only-measure, --json";

  private static List<Peer> peers(String names) {
    List<Peer> found = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      found.add(peer(name.strip()));
    }
    return found;
  }

  private static Peer peer(String name) {
    List<String> names = new ArrayList<>();
    for (Peer peer : ALL) {
      if (peer.name().equals(name)) {
        return peer;
      }
      names.add(peer.name());
    }
    throw new IllegalArgumentException(
        "there is no peer \"%s\"; there is %s".formatted(name, String.join(", ", names)));
  }

  private static List<Integer> sizes(String text) {
    List<Integer> sizes = new ArrayList<>();
    for (String size : text.split(",", -1)) {
      sizes.add(number("--sizes", size.strip(), 2, 200));
    }
    return sizes.stream().sorted().distinct().toList();
  }

  private static int number(String option, String text, int least, int greatest) {
    if (text.matches("[0-9]{1,6}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= greatest) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        "%s takes a number from %d to %d, not \"%s\"".formatted(option, least, greatest, text));
  }
}
