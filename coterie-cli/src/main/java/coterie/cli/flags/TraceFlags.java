package coterie.cli.flags;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.product.TraceFilter;
import coterie.sim.scenario.Scenario;
import coterie.sim.trace.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that ask for a run as lines, and say which. */
public final class TraceFlags {
  /** Completes the kinds of lines. */
  public static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Stream.of(Kind.values()).map(Kind::word), Stream.of("all")).iterator();
    }
  }

  @Option(names = "--trace")
  private boolean trace;

  @Option(names = "--show", split = ",", paramLabel = "KIND", completionCandidates = Kinds.class)
  private List<String> shown = new ArrayList<>();

  @Option(names = "--show-process", split = ",", paramLabel = "P")
  private List<String> processes = new ArrayList<>();

  @Option(names = "--show-message", split = ",", paramLabel = "NAME")
  private List<String> messages = new ArrayList<>();

  @Option(names = "--show-from", paramLabel = "TIME")
  private @Nullable String from;

  @Option(names = "--show-to", paramLabel = "TIME")
  private @Nullable String to;

  private long fromNanos;
  private long toNanos = Long.MAX_VALUE;

  /** Whether the caller asked for lines explicitly. */
  public boolean isTrace() {
    return trace;
  }

  /** Whether lines were asked for, be it by saying which. */
  public boolean isAsked() {
    return trace
        || !shown.isEmpty()
        || !processes.isEmpty()
        || !messages.isEmpty()
        || from != null
        || to != null;
  }

  /** The lines of that run; throws where what was asked for cannot be in it. */
  public TraceFilter filter(Scenario scenario) {
    readTimes(scenario);
    Set<NodeId> nodes = new HashSet<>();
    processes.forEach(process -> nodes.add(node(process, scenario)));
    return new TraceFilter(kinds(scenario), nodes, messages, fromNanos, toNanos);
  }

  private Set<Kind> kinds(Scenario scenario) {
    if (shown.isEmpty()) {
      return messages.isEmpty()
          ? scenario.shown()
          : EnumSet.of(Kind.SENDS, Kind.RECEIVES, Kind.DROPS);
    }
    return kinds(shown, EnumSet.allOf(Kind.class), Set.of());
  }

  /**
   * The kinds of lines of those words.
   *
   * @param possible what "all" means
   * @param otherwise what is shown where no word is given
   */
  public static Set<Kind> kinds(List<String> words, Set<Kind> possible, Set<Kind> otherwise) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (String word : words) {
      if (word.equals("all")) {
        return possible;
      }
      kinds.add(Kind.parse(word, possible));
    }
    return words.isEmpty() ? otherwise : kinds;
  }

  private void readTimes(Scenario scenario) {
    fromNanos = from == null ? 0 : Numbers.timeFromZero("--show-from", from);
    toNanos = to == null ? Long.MAX_VALUE : Numbers.timeFromZero("--show-to", to);
    if (fromNanos > Math.min(toNanos, scenario.untilNanos())) {
      throw new IllegalArgumentException(
          "--show-from %s: takes a time up to %s"
              .formatted(
                  from,
                  TimeText.format(Math.min(toNanos, scenario.untilNanos()))
                      + (toNanos < scenario.untilNanos() ? ", that of --show-to" : ", the end")));
    }
  }

  private static NodeId node(String text, Scenario scenario) {
    String digits = text.startsWith("P") ? text.substring(1) : text;
    NodeId node = digits.matches("[0-9]{1,9}") ? new NodeId(Long.parseLong(digits)) : null;
    if (node == null || scenario.members().indexOf(node) < 0) {
      throw new IllegalArgumentException(
          "--show-process %s: takes numbers of processes, from %s to %s"
              .formatted(
                  text,
                  scenario.members().at(0),
                  scenario.members().at(scenario.members().size() - 1)));
    }
    return node;
  }
}
