package coterie.sim.explore.local;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The random numbers of one step: each draw is a choice, and a step is taken once for each sequence
 * of choices. Like the digits of a counter, the last one moves first. Beyond the first few draws of
 * a step only the lowest number is tried, since their combinations would be too many.
 */
final class RandomChoices {
  private static final int VARIED_MAX = 3;

  private final int allUpTo;
  private long[] values = new long[4];
  private long[] bounds = new long[4];
  private int known;
  private int drawn;

  RandomChoices(int allUpTo) {
    this.allUpTo = allUpTo;
  }

  /** Begins with these, which were chosen before. */
  void replay(long[] chosen) {
    values = chosen.length == 0 ? values : Arrays.copyOf(chosen, Math.max(4, chosen.length));
    bounds = new long[values.length];
    known = chosen.length;
    drawn = 0;
  }

  /** Draws the same numbers again, in the other copy of the node. */
  void again() {
    drawn = 0;
  }

  long draw(long bound) {
    if (drawn == values.length) {
      values = Arrays.copyOf(values, 2 * drawn);
      bounds = Arrays.copyOf(bounds, 2 * drawn);
    }
    if (drawn == known) {
      values[drawn] = 0;
      known++;
    }
    bounds[drawn] = bound;
    // The two copies may disagree on the bound; then the encoding will tell, not an assertion.
    return Math.min(values[drawn++], bound - 1);
  }

  int count() {
    return drawn;
  }

  long[] drawn() {
    return Arrays.copyOf(values, drawn);
  }

  /** Returns the next sequence of choices; null after the last one. */
  long @Nullable [] next() {
    for (int last = Math.min(VARIED_MAX, drawn) - 1; last >= 0; last--) {
      long next = after(values[last], bounds[last]);
      if (next >= 0) {
        long[] chosen = Arrays.copyOf(values, last + 1);
        chosen[last] = next;
        return chosen;
      }
    }
    return null;
  }

  private long after(long value, long bound) {
    if (value == bound - 1) {
      return -1;
    }
    if (bound <= allUpTo) {
      return value + 1;
    }
    long middle = bound / 2;
    return switch (allUpTo) {
      case 0, 1 -> -1;
      case 2 -> bound - 1;
      default -> value < middle ? middle : bound - 1;
    };
  }
}
