package coterie.clock;

/** How two vectors stand to each other; so do the events that they belong to. */
public enum Order {
  /** The first one happened before the other. */
  BEFORE,

  /** The other one happened before the first. */
  AFTER,

  /** They are the same: of two events with one vector, one event. */
  EQUAL,

  /** Neither knows of the other. */
  CONCURRENT
}
