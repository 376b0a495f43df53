package coterie.sim.check.elect;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.check.Moment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an election promises whose term serves as a fencing token: no two ever lead under one term,
 * no two lead at one instant, and the term of a process never goes back, not even over a crash.
 */
final class FencingRules {
  private record First(int node, long atNanos) {}

  private static final long NONE = Long.MIN_VALUE;

  private final View members;
  private final long[] terms;
  private final long[] led;
  private final Map<Long, First> byTerm = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private List<Moment> conflict = List.of();

  FencingRules(View members) {
    this.members = members;
    this.terms = new long[members.size()];
    this.led = new long[members.size()];
    Arrays.fill(led, NONE);
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  List<Moment> conflict() {
    return conflict;
  }

  /** The process has spoken of that term as the one it knows. */
  void reached(int node, long term, long atNanos) {
    if (term < terms[node]) {
      accuse(
          List.of(new Moment(atNanos, id(node))),
          "%s went back from term %d to term %d at %s; a term only grows"
              .formatted(id(node), terms[node], term, TimeText.format(atNanos)));
    }
    terms[node] = Math.max(term, terms[node]);
  }

  /** The process leads under that term, by its own word or by another's. */
  void leads(int node, long term, long atNanos) {
    if (led[node] == term) {
      return;
    }
    led[node] = term;
    First first = byTerm.putIfAbsent(term, new First(node, atNanos));
    if (first != null && first.node != node) {
      accuse(
          List.of(new Moment(first.atNanos, id(first.node)), new Moment(atNanos, id(node))),
          "%s and %s have both led under term %d, from %s and from %s on; a term has one leader"
              .formatted(
                  id(first.node),
                  id(node),
                  term,
                  TimeText.format(first.atNanos),
                  TimeText.format(atNanos)));
    }
  }

  /** One has begun to lead while the time of another one is not over. */
  void overlap(int node, int other, long otherSinceNanos, long otherEndNanos, long atNanos) {
    String until =
        otherEndNanos == Long.MAX_VALUE ? "without end" : "until " + TimeText.format(otherEndNanos);
    accuse(
        List.of(new Moment(otherSinceNanos, id(other)), new Moment(atNanos, id(node))),
        "%s began to lead under term %d at %s, but %s led under term %d %s; one leads at a time"
            .formatted(
                id(node), led[node], TimeText.format(atNanos), id(other), led[other], until));
  }

  private void accuse(List<Moment> moments, String sentence) {
    conflict = violations.isEmpty() ? moments : conflict;
    violations.add(sentence);
  }

  private NodeId id(int node) {
    return members.at(node);
  }
}
