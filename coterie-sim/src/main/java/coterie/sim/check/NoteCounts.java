package coterie.sim.check;

import coterie.core.Note;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts notes by their kind. */
public final class NoteCounts {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  public void add(Note note) {
    counts.merge(note.getClass().getSimpleName(), 1L, Long::sum);
  }

  /** Returns how often each kind was noted, by the name of the kind. */
  public SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
