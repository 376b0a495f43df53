package coterie.sim.explore;

import coterie.core.NodeId;
import coterie.core.Protocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges every path of a search: a small automaton whose state is a part of the explored state, so
 * that two histories are merged only if the monitor has the same opinion of both.
 *
 * <p>A monitor has no fields that change. Its methods are pure and may be called from several
 * threads, and their results may be remembered: by the state and the observations of a step for
 * {@link #next}, by the observation alone for {@link #minds}, and by the local state of a node for
 * {@link #look}.
 *
 * <p>Each node of an explored group has a clock of its own, which moves only when an alarm expires.
 * So a monitor never compares times, neither of two nodes nor of two alarms.
 *
 * @param <S> its states: records with value equality. A state keeps what a later violation depends
 *     on, and nothing else: what differs without need makes the search larger, and what grows
 *     without end makes it infinite
 */
public interface Monitor<S extends Record> {
  /** Returns the name of the judge, in reports: lower case, dashes between words. */
  String judge();

  /** Returns the state before anything has happened; nobody has started. */
  S initial();

  /** Returns whether {@link #next} may return another state than it was given. */
  boolean minds(Observation seen);

  /**
   * Returns the state after that observation. It is called for observations that it minds only.
   * Once {@link #violation} is not null, no other state follows.
   */
  S next(S state, Observation seen);

  /** Returns what went against the promises of the protocol, as a sentence; null if nothing did. */
  @Nullable String violation(S state);

  /**
   * Looks at a node at the end of a step of it: what it returns comes back as {@link
   * Observation.Looked}. It must depend on nothing but the protocols, and must not keep them: a
   * record of values that never change.
   *
   * @return null if there is nothing to see
   */
  default @Nullable Record look(NodeId node, List<Protocol<?>> protocols) {
    return null;
  }
}
