package coterie.cli.arch.broken;

import coterie.detect.vring.VRingRecipe;

class SimKnowsProtocol {
  Object use() {
    return new VRingRecipe();
  }
}
