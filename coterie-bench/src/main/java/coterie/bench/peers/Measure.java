package coterie.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is measured. The order is that of the run: what harms a group comes last. */
enum Measure {
  IDLE("idle", "packets, bytes per node and second"),
  KILL("kill", "kill -9 until all know"),
  CUT("cut", "silent cut until all know"),
  PAUSE("pause", "removed after a stop of 3 s"),
  JOIN("join", "last joins until all list it"),
  COLD("join-cold", "the same, classes not loaded"),
  LOSS("loss", "false removals in 3 min, 15% loss");

  private final String word;
  private final String title;

  Measure(String word, String title) {
    this.word = word;
    this.title = title;
  }

  String word() {
    return word;
  }

  String title() {
    return title;
  }

  /** The sizes that it is measured at: where size says little, one is enough. */
  List<Integer> sizes(List<Integer> sizes) {
    return switch (this) {
      case IDLE, CUT -> sizes;
      case KILL, PAUSE, LOSS -> List.of(sizes.getFirst());
      case JOIN, COLD -> List.of(sizes.getLast());
    };
  }

  /** About how long it takes with this peer. */
  double seconds(Peer peer, int rounds) {
    int round = 8;
    return switch (this) {
      case IDLE -> Measuring.SETTLE_SECONDS + Measuring.IDLE_SECONDS;
      case KILL -> rounds * (double) (round + peer.killSeconds());
      case CUT -> rounds * (double) (round + peer.cutSeconds());
      case PAUSE -> Measuring.pauses(rounds) * (double) (round + Measuring.WATCH_SECONDS);
      case JOIN, COLD -> rounds * (double) round;
      case LOSS -> Measuring.LOSS_SECONDS;
    };
  }

  static List<Measure> parse(String words) {
    List<Measure> found = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      found.add(named(word.strip()));
    }
    return found;
  }

  private static Measure named(String word) {
    List<String> words = new ArrayList<>();
    for (Measure measure : values()) {
      if (measure.word.equals(word.toLowerCase(Locale.ROOT))) {
        return measure;
      }
      words.add(measure.word);
    }
    throw new IllegalArgumentException(
        "there is no measure \"%s\"; there is %s".formatted(word, String.join(", ", words)));
  }
}
