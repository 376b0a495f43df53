package coterie.sim.explore.local;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The random numbers of one step: each draw is a choice, and a step is taken once for each sequence
 * of choices. Like the digits of a counter, the last one moves first. A step is taken at most
 * {@link #SEQUENCES_MAX} times: the first draws vary as long as they do not make more sequences
 * than that, and of each later one only the lowest number is tried.
 */
final class RandomChoices {
  static final int SEQUENCES_MAX = 64;

  private static final int SAMPLES = 3;

  private final int allUpTo;
  private long[] values = new long[4];
  private long[] bounds = new long[4];
  private int known;
  private int drawn;
  private boolean isSampled;

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

  /** Returns whether there were sequences, up to now, that are left out. */
  boolean isSampled() {
    return isSampled;
  }

  /** Returns the next sequence of choices; null after the last one. */
  long @Nullable [] next() {
    for (int last = varied() - 1; last >= 0; last--) {
      long next = after(values[last], bounds[last]);
      if (next >= 0) {
        long[] chosen = Arrays.copyOf(values, last + 1);
        chosen[last] = next;
        return chosen;
      }
    }
    return null;
  }

  /**
   * Returns how many of the draws vary. If each of them halves what is left of a whole, or cuts it
   * into thirds, no sequence gets less than a 64th: so there are 64 at most, even if it depends on
   * the first numbers how many others are drawn.
   */
  private int varied() {
    long sequences = 1;
    for (int i = 0; i < drawn; i++) {
      long tried = tried(bounds[i]);
      isSampled |= tried < bounds[i];
      sequences *= tried;
      if (sequences > SEQUENCES_MAX) {
        isSampled = true;
        return i;
      }
    }
    return drawn;
  }

  private long tried(long bound) {
    return bound <= allUpTo ? bound : Math.min(bound, Math.clamp(allUpTo, 1, SAMPLES));
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
