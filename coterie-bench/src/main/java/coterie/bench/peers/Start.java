package coterie.bench.peers;

/** How a node starts. */
enum Start {
  /** It joins as soon as it can. */
  NOW,
  /** It joins an agreeing group, and its clock starts when it does. */
  LATER,
  /**
   * The same, but a library for the JVM has run before in this process: two throw-away nodes have
   * met on the loopback, so that the loading of classes is not part of the time.
   */
  WARM;
}
