package coterie.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy of data of which every member of a group has one. A judge can hold all copies against each
 * other by these questions alone. {@link Note.Wrote} acknowledges a write.
 */
public interface Replicated {
  /** Whether a write that was acknowledged somewhere has reached this copy. */
  boolean hasSeen(String what, Dot dot);

  /** All writes that have reached this copy, as something that can be compared. */
  Record seen();

  /** What it shows to a reader. Copies that have seen the same writes show the same. */
  Record contents();

  /**
   * The history that it remembers, if it keeps one. Copies that have seen the same writes remember
   * the same.
   */
  default List<Lineage> lineages() {
    return List.of();
  }

  /** What is wrong with this copy by itself, as a sentence; null if nothing is. */
  default @Nullable String flaw() {
    return null;
  }
}
