package coterie.sim.explore.search;

import java.util.ArrayList;
import java.util.List;

/** Pairs of nodes as bits. */
final class Links {
  private final int nodes;

  Links(int nodes) {
    this.nodes = nodes;
  }

  long bit(int a, int b) {
    int low = Math.min(a, b);
    int high = Math.max(a, b);
    return 1L << (low * (2 * nodes - low - 1) / 2 + high - low - 1);
  }

  /** Returns what can be cut at once: each link, and all links of a node. */
  List<Long> cuts() {
    List<Long> cuts = new ArrayList<>();
    for (int a = 0; a < nodes; a++) {
      for (int b = a + 1; b < nodes; b++) {
        cuts.add(bit(a, b));
      }
    }
    for (int a = 0; a < nodes && nodes > 2; a++) {
      cuts.add(around(a));
    }
    return cuts;
  }

  long around(int node) {
    long all = 0;
    for (int other = 0; other < nodes; other++) {
      all |= other == node ? 0 : bit(node, other);
    }
    return all;
  }
}
