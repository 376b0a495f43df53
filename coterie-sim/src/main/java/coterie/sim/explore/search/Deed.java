package coterie.sim.explore.search;

/** What kind of event leads from one state of the group to another. */
public enum Deed {
  /** A message arrives. */
  DELIVER,
  /** A message reaches a node that is down. */
  LAPSE,
  /** A message reaches a node that is down, and its sender is told. */
  HINT,
  EXPIRE,
  SYNC,
  CALL,
  CRASH,
  RECOVER,
  LOSE,
  DUPLICATE,
  CUT,
  HEAL,
  PAUSE,
  RESUME
}
