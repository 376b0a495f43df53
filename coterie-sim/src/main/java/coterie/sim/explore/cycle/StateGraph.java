package coterie.sim.explore.cycle;

import coterie.sim.explore.search.Actions;
import coterie.sim.explore.search.Deed;
import coterie.sim.explore.search.Space;
import java.util.Arrays;

/** All states of a search, and the steps between them, in arrays. */
final class StateGraph implements Space.EdgeVisitor {
  private static final int FIRST_SIZE = 1024;

  private final Space space;

  /** Where the steps of a state begin. */
  private final int[] first;

  private int[] targets = new int[FIRST_SIZE];
  private char[] ordinals = new char[FIRST_SIZE];
  private int[] actions = new int[FIRST_SIZE];
  private int steps;

  StateGraph(Space space) {
    this.space = space;
    this.first = new int[space.size() + 1];
    for (int state = 0; state < space.size(); state++) {
      first[state] = steps;
      space.successors(state, this);
    }
    first[space.size()] = steps;
  }

  @Override
  public void edge(int to, int ordinal, Deed deed, int node, int packet) {
    if (to < 0) {
      return;
    }
    if (steps == targets.length) {
      targets = Arrays.copyOf(targets, 2 * steps);
      ordinals = Arrays.copyOf(ordinals, 2 * steps);
      actions = Arrays.copyOf(actions, 2 * steps);
    }
    targets[steps] = to;
    ordinals[steps] = (char) ordinal;
    actions[steps++] = Actions.of(deed, node, packet);
  }

  int size() {
    return space.size();
  }

  /** Returns the first step of a state; its last one is before the first of the next state. */
  int firstStep(int state) {
    return first[state];
  }

  int target(int step) {
    return targets[step];
  }

  /** Returns its number among the successors of the state. */
  int ordinal(int step) {
    return ordinals[step];
  }

  /** Returns the number of what happens in the step, as {@link Actions} counts. */
  int action(int step) {
    return actions[step];
  }

  /** Returns what can happen in a state, as {@link Actions} counts, sorted. */
  int[] enabled(int state) {
    return space.enabled(state);
  }
}
