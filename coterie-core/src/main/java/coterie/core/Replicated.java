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

  /** How far this copy has come: the last write to a thing by each process, with all before it. */
  record Reached(String what, List<Dot> last) {
    public Reached {
      last = List.copyOf(last);
    }
  }

  /**
   * What {@link #hasSeen} would answer, as a value that stays the same; null where that cannot be
   * told.
   */
  default @Nullable List<Reached> reached() {
    return null;
  }

  /** What is wrong with this copy by itself, as a sentence; null if nothing is. */
  default @Nullable String flaw() {
    return null;
  }
}
