/** The testkit: what tests of a protocol need beside the simulator. */
module coterie.testkit {
  requires transitive coterie.core;
  requires transitive coterie.sim;
  requires static transitive org.jspecify;
  requires static org.junit.jupiter.api;

  exports coterie.testkit;
  exports coterie.testkit.junit;

  opens coterie.testkit.junit to
      org.junit.platform.commons;
}
