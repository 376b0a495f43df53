package coterie.sim.explore.cycle;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Finds the strongly connected components of the part of a graph in which something does not hold:
 * R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2),
 * 1972, without recursion.
 */
final class Components {
  /** Is told each component. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes a component.
     *
     * @param states sorted
     * @return whether it wants more
     */
    boolean take(int[] states);
  }

  private static final int UNSEEN = 0;

  private final StateGraph graph;
  private final IntPredicate isIn;
  private final Sink sink;
  private final int[] order;
  private final int[] low;
  private final int[] step;
  private final boolean[] isOpen;
  private final int[] open;
  private final int[] way;
  private int openCount;
  private int wayCount;
  private int visits;
  private boolean isOver;

  /**
   * @param isIn whether a state belongs to the part
   */
  Components(StateGraph graph, IntPredicate isIn, Sink sink) {
    this.graph = graph;
    this.isIn = isIn;
    this.sink = sink;
    int size = graph.size();
    this.order = new int[size];
    this.low = new int[size];
    this.step = new int[size];
    this.isOpen = new boolean[size];
    this.open = new int[size];
    this.way = new int[size];
  }

  void run() {
    for (int state = 0; state < order.length && !isOver; state++) {
      if (order[state] == UNSEEN && isIn.test(state)) {
        visit(state);
        while (wayCount > 0 && !isOver) {
          advance(way[wayCount - 1]);
        }
      }
    }
  }

  private void visit(int state) {
    order[state] = ++visits;
    low[state] = visits;
    step[state] = graph.firstStep(state);
    isOpen[state] = true;
    open[openCount++] = state;
    way[wayCount++] = state;
  }

  private void advance(int state) {
    while (step[state] < graph.firstStep(state + 1)) {
      int target = graph.target(step[state]++);
      if (!isIn.test(target)) {
        continue;
      }
      if (order[target] == UNSEEN) {
        visit(target);
        return;
      }
      if (isOpen[target]) {
        low[state] = Math.min(low[state], order[target]);
      }
    }
    wayCount--;
    if (wayCount > 0) {
      int before = way[wayCount - 1];
      low[before] = Math.min(low[before], low[state]);
    }
    if (low[state] == order[state]) {
      close(state);
    }
  }

  private void close(int root) {
    int from = openCount;
    do {
      from--;
      isOpen[open[from]] = false;
    } while (open[from] != root);
    int[] states = Arrays.copyOfRange(open, from, openCount);
    openCount = from;
    Arrays.sort(states);
    isOver = !sink.take(states);
  }
}
