package coterie.sim.explore.cycle;

import coterie.sim.explore.Goal;
import coterie.sim.explore.Plan;
import coterie.sim.explore.search.Actions;
import coterie.sim.explore.search.Explored;
import coterie.sim.explore.search.Space;
import coterie.sim.manual.Choice;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches for ways on which a goal is never reached from some moment on: a state in which nothing
 * can happen any more, or a cycle that may go on forever. A cycle may if it is fair: whatever can
 * happen in all its states, as {@link Actions} tells, happens on it. The greatest set of states
 * that lead to each other has a fair cycle if any part of it has.
 */
public final class FairCycles {
  /** What a state and a step take in memory, about. */
  private static final long STATE_BYTES = 40;

  private static final long STEP_BYTES = 20;

  private final Plan plan;
  private final Space space;
  private final StateGraph graph;
  private Explored.@Nullable Violation missed;

  private FairCycles(Plan plan, Space space) {
    this.plan = plan;
    this.space = space;
    this.graph = new StateGraph(space);
  }

  /** Returns how much memory it takes to search for cycles, about. */
  public static long bytes(long states, long transitions) {
    return STATE_BYTES * states + STEP_BYTES * transitions;
  }

  /**
   * Searches all states of a search that was exhausted.
   *
   * @return a way on which a {@link Goal} of the plan is missed; null if every goal is reached
   */
  public static Explored.@Nullable Violation search(Plan plan, Space space) {
    return new FairCycles(plan, space).search();
  }

  private Explored.@Nullable Violation search() {
    for (int monitor = 0; monitor < plan.monitors().size() && missed == null; monitor++) {
      if (plan.monitors().get(monitor) instanceof Goal<?> goal) {
        for (int i = 0; i < goal.count() && missed == null; i++) {
          search(monitor, goal, i);
        }
      }
    }
    return missed;
  }

  private <S extends Record> void search(int monitor, Goal<S> goal, int index) {
    BitSet waiting = new BitSet();
    for (int state = 0; state < space.size(); state++) {
      @SuppressWarnings("unchecked") // It is a state of that very monitor.
      S opinion = (S) space.opinions(state).get(monitor);
      waiting.set(state, !goal.isReached(opinion, index));
    }
    new Components(graph, waiting::get, states -> !misses(goal, index, states)).run();
  }

  private boolean misses(Goal<?> goal, int index, int[] states) {
    if (!isFair(states)) {
      return false;
    }
    boolean isEnd = states.length == 1 && enabledWithin(states).length == 0;
    List<Integer> cycle = isEnd ? List.of() : new CyclePath(graph, states).steps();
    int[] ordinals = cycle.stream().mapToInt(graph::ordinal).toArray();
    List<Choice> path = space.path(states[0], ordinals);
    int repeated = path.size() - space.path(states[0]).size();
    missed = new Explored.Violation(goal.judge(), goal.missed(index), path, repeated);
    return true;
  }

  private boolean isFair(int[] states) {
    if (states.length == 1 && !hasLoop(states[0])) {
      return graph.enabled(states[0]).length == 0;
    }
    return enabledWithin(states).length == 0;
  }

  private boolean hasLoop(int state) {
    for (int step = graph.firstStep(state); step < graph.firstStep(state + 1); step++) {
      if (graph.target(step) == state) {
        return true;
      }
    }
    return false;
  }

  /** Returns what can happen in all of these states, and never does between them. */
  private int[] enabledWithin(int[] states) {
    int[] common = graph.enabled(states[0]);
    for (int i = 1; i < states.length && common.length > 0; i++) {
      common = intersection(common, graph.enabled(states[i]));
    }
    for (int state : states) {
      for (int step = graph.firstStep(state);
          step < graph.firstStep(state + 1) && common.length > 0;
          step++) {
        if (Arrays.binarySearch(states, graph.target(step)) >= 0) {
          common = without(common, graph.action(step));
        }
      }
    }
    return common;
  }

  private static int[] intersection(int[] some, int[] others) {
    return Arrays.stream(some).filter(each -> Arrays.binarySearch(others, each) >= 0).toArray();
  }

  private static int[] without(int[] some, int one) {
    return Arrays.binarySearch(some, one) < 0
        ? some
        : Arrays.stream(some).filter(each -> each != one).toArray();
  }
}
