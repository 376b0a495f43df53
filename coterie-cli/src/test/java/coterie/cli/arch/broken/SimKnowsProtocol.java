package coterie.cli.arch.broken;

import coterie.detect.vring.VRing;

class SimKnowsProtocol {
  Object use() {
    return VRing.RECIPE;
  }
}
