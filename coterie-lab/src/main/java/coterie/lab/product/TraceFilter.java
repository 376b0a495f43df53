package coterie.lab.product;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.Numbers;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Kind;
import coterie.sim.trace.TraceEvent;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of a run are printed.
 *
 * @param nodes lines of these processes, and those of none; of all if it is empty
 * @param messages of the messages, only these; all if it is empty
 */
public record TraceFilter(
    Set<Kind> kinds, Set<NodeId> nodes, List<String> messages, long fromNanos, long toNanos) {
  /**
   * The lines of a run that were asked for.
   *
   * @param shown words for kinds; without any, those that the scenario shows
   * @param from the first time; null for the beginning
   * @param to the last time; null for the end
   * @throws IllegalArgumentException where what was asked for cannot be in that run
   */
  public static TraceFilter of(
      Scenario scenario,
      List<String> shown,
      List<String> processes,
      List<String> messages,
      @Nullable String from,
      @Nullable String to) {
    long fromNanos = from == null ? 0 : Numbers.timeFromZero("--show-from", from);
    long toNanos = to == null ? Long.MAX_VALUE : Numbers.timeFromZero("--show-to", to);
    long endNanos = Math.min(toNanos, scenario.untilNanos());
    if (fromNanos > endNanos) {
      throw new IllegalArgumentException(
          "--show-from %s: takes a time up to %s, %s"
              .formatted(
                  from,
                  TimeText.format(endNanos),
                  toNanos < scenario.untilNanos() ? "that of --show-to" : "the end"));
    }
    Set<NodeId> nodes = new HashSet<>();
    processes.forEach(process -> nodes.add(node(process, scenario.members())));
    Set<Kind> otherwise =
        messages.isEmpty() ? scenario.shown() : EnumSet.of(Kind.SENDS, Kind.RECEIVES, Kind.DROPS);
    Set<Kind> kinds = kinds(shown, EnumSet.allOf(Kind.class), otherwise);
    return new TraceFilter(kinds, nodes, messages, fromNanos, toNanos);
  }

  private static NodeId node(String text, View members) {
    String digits = text.startsWith("P") ? text.substring(1) : text;
    NodeId node = digits.matches("[0-9]{1,9}") ? new NodeId(Long.parseLong(digits)) : null;
    if (node == null || members.indexOf(node) < 0) {
      throw new IllegalArgumentException(
          "--show-process %s: takes numbers of processes, from %s to %s"
              .formatted(text, members.at(0), members.at(members.size() - 1)));
    }
    return node;
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

  /** Which messages there are is known once the nodes have been built. */
  void check(ScenarioRun run) {
    if (messages.isEmpty()) {
      return;
    }
    run.start();
    Set<String> names = new TreeSet<>();
    run.stage().families().forEach(family -> addNames(family, names));
    for (String message : messages) {
      if (!names.contains(message)) {
        throw new IllegalArgumentException(
            "--show-message %s: %s has no such message; there is %s"
                .formatted(message, run.scenario().protocol(), String.join(", ", names)));
      }
    }
  }

  private static void addNames(Class<?> family, Set<String> names) {
    if (family.isSealed()) {
      Stream.of(family.getPermittedSubclasses()).forEach(kind -> addNames(kind, names));
    } else {
      names.add(family.getSimpleName());
    }
  }

  /** Hands on the events that were asked for. */
  Consumer<TraceEvent> before(Consumer<TraceEvent> sink) {
    return event -> {
      if (event.atNanos() >= fromNanos
          && event.atNanos() <= toNanos
          && (nodes.isEmpty() || isOfThese(event))
          && (messages.isEmpty() || isNamed(event))) {
        sink.accept(event);
      }
    };
  }

  /** What a process did or met; a message that is lost concerns its receiver as well. */
  private boolean isOfThese(TraceEvent event) {
    return switch (event) {
      case TraceEvent.OfNode of -> nodes.contains(of.node());
      case TraceEvent.OfMessage lost -> nodes.contains(lost.from()) || nodes.contains(lost.to());
      case TraceEvent.OfRun of -> true;
    };
  }

  private boolean isNamed(TraceEvent event) {
    return !(event instanceof TraceEvent.OfMessage of)
        || messages.contains(of.message().getClass().getSimpleName());
  }
}
