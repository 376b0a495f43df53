package coterie.sim.explore.monitor;

import coterie.core.Dot;
import coterie.core.Lineage;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.Replicated.Reached;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges the copies of replicated data: copies that have seen the same writes show the same and
 * remember the same history, none has a flaw, no write is acknowledged twice, and a process has all
 * writes that it acknowledged, whatever crashed in between.
 */
final class CopyMonitor implements Monitor<CopyMonitor.State> {
  /** One copy. */
  record Copy(
      Record seen,
      Record contents,
      List<Lineage> lineages,
      @Nullable String flaw,
      @Nullable List<Reached> reached) {}

  /** How many writes to each thing a process has acknowledged. */
  record Acknowledged(SortedMap<String, Long> numbers) {
    static final Acknowledged NONE = new Acknowledged(new TreeMap<>());

    long of(String what) {
      return numbers.getOrDefault(what, 0L);
    }

    Acknowledged with(String what, long number) {
      SortedMap<String, Long> more = new TreeMap<>(numbers);
      more.put(what, number);
      return new Acknowledged(more);
    }
  }

  /** The copies of all who are up, and what anybody has acknowledged. */
  record State(ByNode<Copy> copies, ByNode<Acknowledged> writes, @Nullable String violation) {}

  @Override
  public String judge() {
    return "copies";
  }

  @Override
  public State initial() {
    return new State(ByNode.none(), ByNode.none(), null);
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Noted noted -> noted.note() instanceof Note.Wrote;
      case Observation.Looked looked -> true;
      case Observation.Ended ended -> true;
      default -> false;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Ended(NodeId node) ->
          new State(state.copies.without(node), state.writes, null);
      case Observation.Noted(NodeId node, int channel, Note.Wrote(String what, Dot dot)) ->
          wrote(state, node, what, dot);
      case Observation.Looked(NodeId node, Copy copy) -> looked(state, node, copy);
      default -> state;
    };
  }

  private static State wrote(State state, NodeId node, String what, Dot dot) {
    Acknowledged before = state.writes.at(dot.node(), Acknowledged.NONE);
    return dot.number() <= before.of(what)
        ? wrong("%s acknowledged two writes as %s to %s".formatted(node, dot, what))
        : new State(
            state.copies, state.writes.with(dot.node(), before.with(what, dot.number())), null);
  }

  private static State looked(State state, NodeId node, Copy copy) {
    if (copy.flaw != null) {
      return wrong("the copy of %s is wrong: %s".formatted(node, copy.flaw));
    }
    String lost = lost(node, copy, state.writes.at(node, Acknowledged.NONE));
    if (lost != null) {
      return wrong(lost);
    }
    for (Map.Entry<NodeId, Copy> each : state.copies.values().entrySet()) {
      Copy other = each.getValue();
      if (each.getKey().equals(node) || !copy.seen.equals(other.seen)) {
        continue;
      }
      String both = "%s and %s have seen the same writes".formatted(each.getKey(), node);
      if (!copy.contents.equals(other.contents)) {
        return wrong(both + " and do not show the same");
      }
      if (!copy.lineages.equals(other.lineages)) {
        return wrong(both + " and do not remember the same history");
      }
    }
    return new State(state.copies.with(node, copy), state.writes, null);
  }

  private static @Nullable String lost(NodeId node, Copy copy, Acknowledged writes) {
    if (copy.reached == null) {
      return null;
    }
    for (Map.Entry<String, Long> each : writes.numbers.entrySet()) {
      Dot last = new Dot(node, each.getValue());
      if (!hasReached(copy.reached, each.getKey(), last)) {
        return "%s has lost its write %s to %s".formatted(node, last, each.getKey());
      }
    }
    return null;
  }

  private static boolean hasReached(List<Reached> all, String what, Dot dot) {
    return all.stream()
        .filter(reached -> reached.what().equals(what))
        .flatMap(reached -> reached.last().stream())
        .anyMatch(last -> last.node().equals(dot.node()) && last.number() >= dot.number());
  }

  private static State wrong(String sentence) {
    return new State(ByNode.none(), ByNode.none(), sentence);
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  @Override
  public @Nullable Record look(NodeId node, List<Protocol<?>> protocols) {
    for (Protocol<?> protocol : protocols) {
      if (protocol instanceof Replicated copy) {
        return new Copy(copy.seen(), copy.contents(), copy.lineages(), copy.flaw(), copy.reached());
      }
    }
    return null;
  }
}
