package coterie.cli.arch.broken;

import coterie.detect.VRingRecipe;

class SimKnowsProtocol {
  Object use() {
    return new VRingRecipe();
  }
}
