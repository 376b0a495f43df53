package coterie.core;

/**
 * Replicated data that can be asked for by name; one protocol of each node is {@link Replicated}.
 */
public interface StoreRecipe extends Recipe {
  /**
   * How long it takes at the most until all copies have seen all writes, once nobody writes, all
   * are up, and no message is lost, cut or held up for long. Longer than needed is no mistake.
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
