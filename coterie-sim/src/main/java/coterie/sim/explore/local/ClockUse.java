package coterie.sim.explore.local;

/** How much of a node's clock is a part of its state. */
public enum ClockUse {
  /** Times are kept as seen from now; when it is now does not matter. */
  RELATIVE,
  /** Some protocol reads the wall clock, so it matters when it is now. */
  ABSOLUTE,
  /** Times leave the node, in messages or to the disk, so they cannot be kept as seen from now. */
  SHARED
}
