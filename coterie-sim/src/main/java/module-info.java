/** The simulator. It knows the vocabulary, and no protocol. */
module coterie.sim {
  requires transitive coterie.core;
  requires static transitive org.jspecify;

  exports coterie.sim;
  exports coterie.sim.check;
  exports coterie.sim.check.clock;
  exports coterie.sim.check.detect;
  exports coterie.sim.check.elect;
  exports coterie.sim.check.mutex;
  exports coterie.sim.check.store;
  exports coterie.sim.fault;
  exports coterie.sim.replay;
  exports coterie.sim.scenario;
  exports coterie.sim.statistics;
  exports coterie.sim.trace;

  uses coterie.recipe.Blueprints;
}
