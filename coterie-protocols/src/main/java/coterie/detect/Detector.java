package coterie.detect;

import coterie.core.NodeId;
import java.util.List;

/**
 * Says which processes are believed to be down, as far as one process can tell. It may be wrong:
 * what each detector promises, and under which assumptions, its own comment tells.
 *
 * <p>Every change is also noted, as {@link coterie.core.Note.Suspected} and {@link
 * coterie.core.Note.Trusted} (or {@link coterie.core.Note.Unknown}, where a detector forgets); by a
 * membership, where a suspicion is only the first word, as {@link coterie.core.Note.Failed} and
 * {@link coterie.core.Note.Joined}.
 */
public interface Detector {
  /** Hears of changes, after they have happened. */
  interface Listener {
    default void suspected(NodeId who) {}

    default void trusted(NodeId who) {}

    /**
     * Nothing is known any more of a member that was suspected. A reader that does not care for the
     * difference hears that it is suspected no longer.
     */
    default void forgotten(NodeId who) {
      trusted(who);
    }
  }

  boolean suspects(NodeId member);

  /** All who are suspected, in ascending order. */
  List<NodeId> suspects();

  /**
   * Returns all that are believed to be up, this process included, in ascending order. Of a member
   * that is neither here nor among the suspects nothing is known.
   */
  List<NodeId> alive();

  /**
   * How strongly a member is suspected: from 0, and higher the more certain it is that it is down.
   * A detector that knows only yes and no says infinity and 0.
   */
  default double level(NodeId member) {
    return suspects(member) ? Double.POSITIVE_INFINITY : 0;
  }

  /** Adds a listener, for as long as this process lives. */
  void listen(Listener listener);
}
