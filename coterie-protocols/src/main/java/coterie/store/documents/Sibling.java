package coterie.store.documents;

import coterie.core.Dot;
import coterie.core.Stamp;

/**
 * One write to a document that no other one has superseded, as far as a replica knows.
 *
 * @param past of the writes that it supersedes those that a vector can name: no replica that has
 *     seen this one shows any of them, so the others need not be repeated again and again
 * @param time that of its writer's hybrid clock
 */
public record Sibling(Dot dot, Revision past, long time, String content) {
  /** What an edit of this one names as its base. */
  public Revision version() {
    return past.with(dot);
  }

  /** By this, the last one of several is found. */
  public Stamp stamp() {
    return new Stamp(time, dot.node());
  }

  /** Readable in one line of a trace. */
  @Override
  public String toString() {
    return dot + "=" + content;
  }
}
