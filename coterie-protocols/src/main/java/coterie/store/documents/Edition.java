package coterie.store.documents;

import coterie.core.Dot;
import coterie.core.Stamp;
import java.util.Comparator;
import java.util.List;

/**
 * One write to a document as its history remembers it: without the content.
 *
 * @param past as in {@link Sibling}
 * @param base the writes that it was based on, as far as its writer remembered them; a merge has
 *     several, the first write none
 * @param time that of its writer's hybrid clock
 */
public record Edition(Dot dot, Revision past, List<Dot> base, long time) {
  /** By their stamps, so that all who know the same have them in the same order. */
  static final Comparator<Edition> BY_STAMP =
      Comparator.comparing(Edition::stamp).thenComparing(Edition::dot);

  public Edition {
    base = List.copyOf(base);
  }

  /** What an edit of this one names as its base. */
  public Revision version() {
    return past.with(dot);
  }

  public Stamp stamp() {
    return new Stamp(time, dot.node());
  }

  /** Whether it supersedes that write directly, or its past says so. */
  boolean supersedes(Dot other) {
    return base.contains(other) || past.covers(other);
  }

  /** Readable in one line of a trace. */
  @Override
  public String toString() {
    return dot + "<" + base;
  }
}
