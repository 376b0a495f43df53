package coterie.bench.peers;

import org.jspecify.annotations.Nullable;

/** One thing that a node reported, at a time of the machine's monotonic clock. */
record Event(Kind kind, String name, long nanos) {

  enum Kind {
    JOINING("joining"),
    READY("ready"),
    ADDED("member-added"),
    REMOVED("member-removed");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  String line() {
    return kind.word + " " + name + " " + nanos;
  }

  /** The event that a line of a {@link Report} tells; null for any other line. */
  static @Nullable Event parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 3 || !words[2].matches("-?[0-9]{1,18}")) {
      return null;
    }
    for (Kind kind : Kind.values()) {
      if (kind.word.equals(words[0])) {
        return new Event(kind, words[1], Long.parseLong(words[2]));
      }
    }
    return null;
  }
}
