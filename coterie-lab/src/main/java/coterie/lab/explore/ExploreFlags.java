package coterie.lab.explore;

import coterie.core.NodeId;
import coterie.lab.Numbers;
import coterie.lab.finding.Shrinking;
import coterie.lab.flag.Given;
import coterie.sim.explore.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a search, read from their texts; a wrong one gets a sentence that names it.
 *
 * @param given what was given, such as {@code --depth}
 */
public record ExploreFlags(Given given) {
  /** How many states are visited if nobody says how many: a search of seconds, or a minute. */
  static final long STATES = 10_000_000;

  private static final int FAULTS_MAX = 100;
  private static final int THREADS_MAX = 1_024;
  private static final long KILO = 1_024;

  /** Leaves to the JVM what it needs itself. */
  private static final double SHARE_OF_HEAP = 0.75;

  private static final long MEMORY_MIN = 16 * KILO * KILO;

  private @Nullable String text(String flag) {
    return given.find(flag);
  }

  private int count(String flag, int fallback, int min, int max) {
    String text = text(flag);
    return text == null ? fallback : Numbers.count(flag, text, min, max);
  }

  private <E extends Enum<E>> E word(String flag, E fallback, Class<E> type) {
    String text = text(flag);
    if (text == null) {
      return fallback;
    }
    List<String> words = new ArrayList<>();
    for (E value : type.getEnumConstants()) {
      String word = value.name().toLowerCase(Locale.ROOT);
      if (word.equals(text)) {
        return value;
      }
      words.add(word);
    }
    String last = words.removeLast();
    throw new IllegalArgumentException(
        "%s %s: choose %s or %s".formatted(flag, text, String.join(", ", words), last));
  }

  /** Returns the faults; those that a scenario has stand for flags that were not given. */
  Plan.Faults faults(Plan.Faults fallback) {
    return new Plan.Faults(
        count("--crashes", fallback.crashes(), 0, FAULTS_MAX),
        count("--recoveries", fallback.recoveries(), 0, FAULTS_MAX),
        count("--losses", fallback.losses(), 0, FAULTS_MAX),
        count("--duplicates", fallback.duplicates(), 0, FAULTS_MAX),
        count("--cuts", fallback.cuts(), 0, FAULTS_MAX),
        count("--pauses", fallback.pauses(), 0, FAULTS_MAX));
  }

  Plan.Model model() {
    Plan.Model standard = Plan.Model.STANDARD;
    return new Plan.Model(
        word("--timing", standard.timing(), Plan.Timing.class),
        word("--network", standard.order(), Plan.Order.class),
        word("--saves", standard.saves(), Plan.Saves.class),
        word("--hints", Switch.OFF, Switch.class) == Switch.ON,
        count("--draws", standard.drawsMax(), 1, 1_000),
        standard.forgets());
  }

  private enum Switch {
    ON,
    OFF
  }

  Plan.Bounds bounds() {
    Plan.Bounds none = Plan.Bounds.NONE;
    String states = text("--states");
    return new Plan.Bounds(
        count("--depth", none.depth(), 1, Integer.MAX_VALUE),
        states == null ? STATES : number("--states", states),
        count("--pending", none.pending(), 1, Integer.MAX_VALUE),
        count("--deviations", none.deviations(), 0, 1_000),
        values());
  }

  /** A number that may say thousands and millions: 500k, 20m. */
  private static long number(String flag, String text) {
    if (!text.matches("[0-9]{1,12}[km]?") || text.matches("0+[km]?")) {
      throw new IllegalArgumentException(
          "%s %s: give a whole number from 1, such as 500000, 500k or 20m".formatted(flag, text));
    }
    long factor = text.endsWith("k") ? 1_000 : text.endsWith("m") ? 1_000_000 : 1;
    return Long.parseLong(text.replaceAll("[km]", "")) * factor;
  }

  private SortedMap<String, Long> values() {
    SortedMap<String, Long> values = new TreeMap<>();
    for (String text : given.all("--bound")) {
      String[] parts = text.split("=", -1);
      boolean isRead =
          parts.length == 2
              && parts[0].matches("([A-Za-z]\\w*[.])?[A-Za-z]\\w*")
              && parts[1].matches("-?[0-9]{1,18}");
      if (!isRead) {
        throw new IllegalArgumentException(
            "--bound %s: give FIELD=VALUE, such as term=3 or Raft.term=3".formatted(text));
      }
      values.put(parts[0], Long.parseLong(parts[1]));
    }
    return values;
  }

  /**
   * Returns the calls beside those of a scenario.
   *
   * @param members the words that name one node of the group, such as P1 or 1
   */
  List<Plan.Call> calls(Map<String, NodeId> members) {
    List<Plan.Call> calls = new ArrayList<>();
    for (String text : given.all("--call")) {
      String[] words = text.strip().split("\\s+", 2);
      boolean namesNode = words[0].matches("P?[0-9]+");
      NodeId node = namesNode ? members.get(words[0]) : null;
      if (text.isBlank() || (namesNode && (node == null || words.length == 1))) {
        throw new IllegalArgumentException(
            "--call %s: give a method with its arguments, and before it the node if only one is"
                    .formatted(text)
                + " called: acquire, or 'P1 acquire'"
                + (namesNode && node == null ? "; there is no " + words[0] : ""));
      }
      calls.add(new Plan.Call(node, namesNode ? words[1] : String.join(" ", words)));
    }
    return calls;
  }

  int threads() {
    return count("--threads", Runtime.getRuntime().availableProcessors(), 1, THREADS_MAX);
  }

  /** Returns what is to be written about a violation; refuses a folder that cannot be used. */
  public Shrinking shrinking() {
    String most = text("--shrink");
    String folder = text("--folder");
    String html = text("--html");
    return Shrinking.of(
        most == null ? "20s" : most,
        folder == null ? null : Path.of(folder),
        html == null ? null : Path.of(html));
  }

  /** Returns whether fair cycles are searched for. */
  boolean searchesCycles() {
    return given.has("--liveness");
  }

  /** Returns how much memory a search may take, at most most of what the JVM has. */
  long memoryBytes() {
    long most = (long) (Runtime.getRuntime().maxMemory() * SHARE_OF_HEAP);
    String text = text("--memory");
    if (text == null) {
      return most;
    }
    if (!text.matches("[0-9]{1,9}[kmg]?")) {
      throw new IllegalArgumentException(
          "--memory %s: give a number of bytes, such as 500m or 4g".formatted(text));
    }
    int unit = "kmg".indexOf(text.charAt(text.length() - 1)) + 1;
    long bytes = Long.parseLong(text.replaceAll("[kmg]", ""));
    for (int i = 0; i < unit; i++) {
      bytes *= KILO;
    }
    if (bytes > most || bytes < MEMORY_MIN) {
      throw new IllegalArgumentException(
          "--memory %s: give from 16m to %s; COTERIE_OPTS=-Xmx%dg would allow more"
              .formatted(text, bytes(most), 2 + 2 * most / (KILO * KILO * KILO)));
    }
    return bytes;
  }

  static String bytes(long bytes) {
    long mega = bytes / (KILO * KILO);
    return mega >= 10 * KILO ? mega / KILO + "g" : mega + "m";
  }
}
