package coterie.lab.product;

import coterie.core.NodeId;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Kind;
import coterie.sim.trace.TraceEvent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Which lines of a run are printed.
 *
 * @param nodes lines of these processes, and those of none; of all if it is empty
 * @param messages of the messages, only these; all if it is empty
 */
public record TraceFilter(
    Set<Kind> kinds, Set<NodeId> nodes, List<String> messages, long fromNanos, long toNanos) {
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
