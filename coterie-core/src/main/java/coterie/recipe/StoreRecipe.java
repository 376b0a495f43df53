package coterie.recipe;

import coterie.core.Replicated;
import java.util.List;

/**
 * Replicated data that can be asked for by name; one protocol of each node is {@link Replicated}.
 */
public interface StoreRecipe extends Recipe {
  /** Says how long it takes until all copies are equal. */
  @FunctionalInterface
  interface Settling {
    /** Does what {@link StoreRecipe#settleNanos} says. */
    long nanos(Settings settings, int nodes);
  }

  /** A store as a value. */
  record Value(
      String name,
      String summary,
      String latency,
      List<Setting> settings,
      boolean keepsHistory,
      Settling settling,
      Maker maker)
      implements StoreRecipe, Made {
    @Override
    public long settleNanos(Settings given, int nodes) {
      return settling.nanos(given, nodes);
    }
  }

  /**
   * How long it takes at the most until all copies have seen all writes, once nobody writes, all
   * are up, and no message is lost, cut or held up for long. Longer than needed does no harm.
   */
  long settleNanos(Settings settings, int nodes);

  /** Whether a copy remembers versions that were superseded, see {@link Replicated#lineages}. */
  default boolean keepsHistory() {
    return false;
  }

  @Override
  default boolean notesStamps() {
    return true;
  }
}
