package coterie.cli.arch.broken;

import coterie.sim.Simulation;

class ProtocolKnowsSim {
  Object use() {
    return new Simulation();
  }
}
