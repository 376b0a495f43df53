package coterie.sim.explore.cycle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Goes round in a set of states that lead to each other, from the first of them back to it, so that
 * whatever can happen there happens on the way, or cannot happen somewhere on it.
 */
final class CyclePath {
  private final StateGraph graph;
  private final int[] states;
  private final List<Integer> steps = new ArrayList<>();
  private final TreeSet<Integer> due = new TreeSet<>();
  private int at;

  /**
   * @param states sorted
   */
  CyclePath(StateGraph graph, int[] states) {
    this.graph = graph;
    this.states = states;
    this.at = states[0];
  }

  /** Returns the steps of the cycle. */
  List<Integer> steps() {
    for (int action : graph.enabled(at)) {
      due.add(action);
    }
    while (!due.isEmpty()) {
      int action = due.first();
      go(step -> graph.action(step) == action || !isEnabled(graph.target(step), action));
      due.remove(action);
    }
    if (steps.isEmpty() || at != states[0]) {
      go(step -> graph.target(step) == states[0]);
    }
    return List.copyOf(steps);
  }

  private boolean isEnabled(int state, int action) {
    return Arrays.binarySearch(graph.enabled(state), action) >= 0;
  }

  /** Goes the shortest way to a step, and takes it. */
  private void go(IntPredicate isIt) {
    Map<Integer, Integer> reachedBy = new HashMap<>();
    ArrayDeque<Integer> next = new ArrayDeque<>(List.of(at));
    reachedBy.put(at, -1);
    while (!next.isEmpty()) {
      int state = next.remove();
      for (int step = graph.firstStep(state); step < graph.firstStep(state + 1); step++) {
        int target = graph.target(step);
        if (Arrays.binarySearch(states, target) < 0) {
          continue;
        }
        if (isIt.test(step)) {
          follow(reachedBy, state);
          take(step);
          return;
        }
        if (reachedBy.putIfAbsent(target, step) == null) {
          next.add(target);
          sources.put(step, state);
        }
      }
    }
    throw new IllegalStateException("these states do not lead to each other");
  }

  private final Map<Integer, Integer> sources = new HashMap<>();

  private void follow(Map<Integer, Integer> reachedBy, int to) {
    ArrayDeque<Integer> way = new ArrayDeque<>();
    int state = to;
    while (state != at) {
      int step = Objects.requireNonNull(reachedBy.get(state));
      way.push(step);
      state = Objects.requireNonNull(sources.get(step));
    }
    way.forEach(this::take);
  }

  private void take(int step) {
    steps.add(step);
    due.remove(graph.action(step));
    at = graph.target(step);
    due.removeIf(action -> !isEnabled(at, action));
  }
}
