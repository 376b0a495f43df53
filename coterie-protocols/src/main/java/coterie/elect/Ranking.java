package coterie.elect;

import coterie.core.NodeId;

/**
 * Which of two members is the higher one, as one process knows it. Of two different members exactly
 * one is above the other. Where people say it, two processes may be at odds for a while.
 */
public interface Ranking {
  /** By their numbers, which all processes know from the start. */
  Ranking BY_ID =
      new Ranking() {
        @Override
        public boolean isAbove(NodeId one, NodeId other) {
          return one.compareTo(other) > 0;
        }

        @Override
        public boolean mayChange() {
          return false;
        }
      };

  boolean isAbove(NodeId one, NodeId other);

  /** Whether a later answer may be another one, so that others may see it otherwise. */
  default boolean mayChange() {
    return true;
  }
}
