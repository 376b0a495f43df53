package coterie.core;

import java.util.Comparator;
import java.util.List;

/**
 * The versions of one thing that a copy remembers, and which came from which.
 *
 * @param name of the thing
 * @param versions the oldest first
 */
public record Lineage(String name, List<Link> versions) {
  /**
   * One version.
   *
   * @param dot the write that made it
   * @param version what people call it
   * @param base the writes whose versions it was made from, be they remembered or not
   * @param isFirst whether it was made from none
   * @param stamp when it was written, by its writer's clock
   * @param when the time of the stamp, for people
   * @param isCurrent whether no other has superseded it
   */
  public record Link(
      Dot dot,
      String version,
      List<Dot> base,
      boolean isFirst,
      Stamp stamp,
      String when,
      boolean isCurrent) {
    /** The oldest first. */
    public static final Comparator<Link> BY_STAMP =
        Comparator.comparing(Link::stamp).thenComparing(Link::dot);

    public Link {
      base = List.copyOf(base);
    }

    /** The same, superseded by another. */
    public Link superseded() {
      return new Link(dot, version, base, isFirst, stamp, when, false);
    }
  }

  public Lineage {
    versions = List.copyOf(versions);
  }
}
