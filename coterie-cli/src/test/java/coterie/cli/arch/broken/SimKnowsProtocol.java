package coterie.cli.arch.broken;

import coterie.detect.PlaceholderRecipe;

class SimKnowsProtocol {
  Object use() {
    return new PlaceholderRecipe();
  }
}
