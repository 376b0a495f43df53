package coterie.sim;

/** In which order the events of one instant run. */
public enum Ties {
  /** In the order in which they were scheduled: the contract of every run unless told otherwise. */
  SCHEDULED,
  /** As scheduled, but what a script does comes after all else of that instant. */
  FAULTS_LAST,
  /** In an order drawn from the seed. */
  SHUFFLED
}
