/** The simulator. It knows the vocabulary, and no protocol. */
module coterie.sim {
  requires transitive coterie.core;
  requires static transitive org.jspecify;

  exports coterie.sim.check.clock;
  exports coterie.sim.check.detect;
  exports coterie.sim.check.elect;
  exports coterie.sim.check.expect;
  exports coterie.sim.check.mutex;
  exports coterie.sim.check.store;
  exports coterie.sim.check;
  exports coterie.sim.explore.cycle;
  exports coterie.sim.explore;
  exports coterie.sim.explore.encode;
  exports coterie.sim.explore.monitor;
  exports coterie.sim.explore.search;
  exports coterie.sim.fault;
  exports coterie.sim.hunt;
  exports coterie.sim.manual;
  exports coterie.sim.replay;
  exports coterie.sim.scenario;
  exports coterie.sim.shrink;
  exports coterie.sim.statistics;
  exports coterie.sim.trace;
  exports coterie.sim;

  uses coterie.recipe.Blueprints;
}
