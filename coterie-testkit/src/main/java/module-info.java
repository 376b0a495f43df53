/** The testkit: what tests of a protocol need beside the simulator. */
module coterie.testkit {
  requires transitive coterie.core;
  requires transitive coterie.sim;
  requires static transitive org.jspecify;

  exports coterie.testkit;
}
