package coterie.cli.arch.broken;

import coterie.sim.Ties;

class ProtocolKnowsSim {
  Object use() {
    return Ties.SCHEDULED;
  }
}
