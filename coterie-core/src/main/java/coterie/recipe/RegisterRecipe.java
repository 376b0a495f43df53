package coterie.recipe;

import coterie.core.RegisterNote;
import java.util.List;

/**
 * Registers that can be asked for by name: values with versions, of which a conditional write
 * succeeds for one writer only in the whole group. Its processes report every call by a {@link
 * RegisterNote}, so that a run is judged: it must be linearizable.
 */
public interface RegisterRecipe extends Recipe {
  /** Registers as a value. */
  record Value(String name, String summary, String latency, List<Setting> settings, Maker maker)
      implements RegisterRecipe, Made {}
}
