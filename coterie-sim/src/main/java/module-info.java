/** The simulator. It knows the vocabulary, and no protocol. */
module coterie.sim {
  requires transitive coterie.core;
  requires static transitive org.jspecify;

  exports coterie.sim;
  exports coterie.sim.check;
  exports coterie.sim.fault;
  exports coterie.sim.replay;
  exports coterie.sim.scenario;
  exports coterie.sim.trace;

  uses coterie.recipe.Blueprints;
}
