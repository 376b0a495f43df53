package coterie.sim.hunt;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A kind of fault that a seed may draw. */
public enum FaultKind {
  /** A process loses its memory, and returns after a while. */
  CRASH,
  /** The group is parted, or one process is parted from all others. */
  PARTITION,
  /** A link is cut in one direction or in both, or a process can only send or only receive. */
  CUT,
  /** Messages are lost. */
  LOSS,
  /** Messages arrive twice. */
  DUPLICATE,
  /** Messages are held back, so that later ones overtake them. */
  REORDER,
  /** A process is paused, as in a long collection. */
  PAUSE,
  /** All that a process does takes longer. */
  SLOW,
  /** Clocks run too fast or too slow. */
  DRIFT,
  /** A save takes time, and a crash may lose it or keep it. */
  DISK;

  /** Returns the word of the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns all of them. */
  public static Set<FaultKind> all() {
    return EnumSet.allOf(FaultKind.class);
  }

  /** Reads words such as {@code crash,loss}, or {@code all} or {@code none}. */
  public static Set<FaultKind> parse(String words) {
    if (words.equals("all")) {
      return all();
    }
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    if (!words.equals("none")) {
      for (String word : words.split(",", -1)) {
        kinds.add(of(word.strip()));
      }
    }
    return kinds;
  }

  private static FaultKind of(String word) {
    List<String> words = new ArrayList<>();
    for (FaultKind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
      words.add(kind.word());
    }
    throw new IllegalArgumentException(
        "\"%s\" is not a kind of fault; choose %s, or all or none"
            .formatted(word, String.join(", ", words)));
  }
}
