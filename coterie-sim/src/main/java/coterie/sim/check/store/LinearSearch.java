package coterie.sim.check.store;

import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Outcome;
import coterie.core.RegisterNote.Refused;
import coterie.core.RegisterNote.Succeeded;
import coterie.sim.check.store.CallHistory.Call;
import coterie.sim.check.store.CallHistory.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an order of the calls on one register that explains every outcome: each call takes
 * effect at one moment between its begin and its end, and a call without an end at any moment after
 * its begin, or never.
 *
 * <p>The search is that of J. Wing and C. Gong, "Testing and verifying concurrent objects", JPDC
 * 1993, with the memory of G. Lowe, "Testing for linearizability", 2017: it goes along the history
 * and keeps all configurations, each once, in which the register can be. A configuration is the
 * state of the register, and which of the calls that have not ended have taken effect. A call is
 * made to take effect when it must have: at its end. What reads takes effect as soon as it can,
 * which takes nothing away from anybody.
 *
 * <p>Versions keep it short: if an outcome says which call wrote a version, no other call did.
 */
final class LinearSearch {
  /** What came out. */
  enum Result {
    LINEARIZABLE,
    NOT_LINEARIZABLE,
    /** There are too many possibilities. */
    UNDECIDED
  }

  /** The most configurations that are looked at. */
  private static final int STEPS_MAX = 2_000_000;

  /**
   * One possible moment.
   *
   * @param done those that have taken effect and have not ended, in ascending order
   */
  private record Configuration(long version, String value, List<Integer> done) {
    boolean has(Call call) {
      return Collections.binarySearch(done, call.index) >= 0;
    }

    Configuration with(Call call) {
      List<Integer> more = new ArrayList<>(done);
      more.add(-Collections.binarySearch(done, call.index) - 1, call.index);
      return new Configuration(version, value, more);
    }

    Configuration without(Call call) {
      List<Integer> less = new ArrayList<>(done);
      int place = Collections.binarySearch(done, call.index);
      less.subList(place, place + 1).clear();
      return new Configuration(version, value, less);
    }
  }

  private final List<Edge> edges;

  /** Which calls have begun and not ended, as far as the search has come. */
  private final TreeMap<Integer, Call> open = new TreeMap<>();

  /** The process that wrote a version, as far as outcomes tell. */
  private final Map<Long, Call> writers = new HashMap<>();

  /** What a version is, as far as outcomes tell. */
  private final Map<Long, String> values = new HashMap<>();

  private final Set<String> observed = new HashSet<>();
  private final Set<Integer> ended = new HashSet<>();
  private int steps;

  private LinearSearch(List<Edge> edges) {
    this.edges = edges;
    for (Edge edge : edges) {
      if (edge.isEnd()) {
        ended.add(edge.call().index);
        learn(edge.call());
      }
    }
  }

  static Result search(CallHistory history) {
    return new LinearSearch(history.edges()).run();
  }

  /**
   * Of a history that is not linearizable, the first call whose outcome no order explains together
   * with all that was before.
   */
  static Call culprit(CallHistory history) {
    List<Edge> edges = history.edges();
    int good = 0;
    int bad = edges.size();
    while (bad - good > 1) {
      int middle = (good + bad) >>> 1;
      if (new LinearSearch(edges.subList(0, middle)).run() == Result.NOT_LINEARIZABLE) {
        bad = middle;
      } else {
        good = middle;
      }
    }
    return edges.get(bad - 1).call();
  }

  private void learn(Call call) {
    switch (outcome(call)) {
      case Succeeded(String register, long request, long version, String value) -> {
        values.putIfAbsent(version, value);
        observed.add(value);
        if (!call.isRead()) {
          writers.putIfAbsent(version, call);
        }
      }
      case Refused(String register, long request, long version, String value) -> {
        values.putIfAbsent(version, value);
        observed.add(value);
      }
      case null, default -> {}
    }
  }

  /** What is known of its end at the last edge that counts. */
  private @Nullable Outcome outcome(Call call) {
    return ended.contains(call.index) ? call.outcome() : null;
  }

  private Result run() {
    Set<Configuration> all = new LinkedHashSet<>();
    all.add(new Configuration(0, "", List.of()));
    for (Edge edge : edges) {
      Set<Configuration> next = new LinkedHashSet<>();
      if (edge.isEnd()) {
        Set<Configuration> visited = new HashSet<>();
        for (Configuration one : all) {
          explain(edge.call(), one, visited, next);
        }
        open.remove(edge.call().index);
      } else {
        open.put(edge.call().index, edge.call());
        all.forEach(one -> next.add(read(one)));
      }
      if (steps > STEPS_MAX) {
        return Result.UNDECIDED;
      }
      if (next.isEmpty()) {
        return Result.NOT_LINEARIZABLE;
      }
      all = next;
    }
    return Result.LINEARIZABLE;
  }

  /** Finds all ways on to a moment at which that call has taken effect. */
  private void explain(
      Call call, Configuration from, Set<Configuration> visited, Set<Configuration> found) {
    ArrayDeque<Configuration> ways = new ArrayDeque<>();
    ways.push(from);
    while (!ways.isEmpty() && steps <= STEPS_MAX) {
      Configuration one = ways.pop();
      if (!visited.add(one)) {
        continue;
      }
      steps++;
      if (one.has(call)) {
        found.add(one.without(call));
      } else {
        candidates(one).forEach(writer -> ways.push(write(one, writer)));
      }
    }
  }

  /** The calls of which one writes the next version. */
  private List<Call> candidates(Configuration at) {
    long version = at.version + 1;
    Call known = writers.get(version);
    if (known != null) {
      return canWrite(known, at) && open.containsKey(known.index) ? List.of(known) : List.of();
    }
    String value = values.get(version);
    List<Call> candidates = new ArrayList<>();
    Call nameless = null;
    for (Call call : open.values()) {
      if (outcome(call) != null || !canWrite(call, at)) {
        continue;
      }
      if (value != null && !value.equals(call.value())) {
        continue;
      }
      if (value == null && !observed.contains(call.value())) {
        nameless = better(nameless, call);
      } else {
        candidates.add(call);
      }
    }
    if (nameless != null) {
      candidates.add(nameless);
    }
    return candidates;
  }

  /**
   * Of writes that nobody ever sees any will do; but one with a condition can be used now or never.
   */
  private static Call better(@Nullable Call one, Call other) {
    if (one == null) {
      return other;
    }
    return !(one.action instanceof Cas) && other.action instanceof Cas ? other : one;
  }

  private static boolean canWrite(Call call, Configuration at) {
    return !at.has(call) && call.canWriteAt(at.version);
  }

  private Configuration write(Configuration before, Call call) {
    Configuration with = before.with(call);
    return read(new Configuration(before.version + 1, call.value(), with.done));
  }

  /** Whatever reads this very state does it now. */
  private Configuration read(Configuration at) {
    Configuration all = at;
    for (Call call : open.values()) {
      if (!all.has(call) && isReading(call, at)) {
        all = all.with(call);
      }
    }
    return all;
  }

  private boolean isReading(Call call, Configuration at) {
    return switch (outcome(call)) {
      case Succeeded done ->
          call.isRead() && done.version() == at.version && done.value().equals(at.value);
      case Refused no ->
          no.version() == at.version && no.value().equals(at.value) && !call.canWriteAt(at.version);
      case null, default -> false;
    };
  }
}
