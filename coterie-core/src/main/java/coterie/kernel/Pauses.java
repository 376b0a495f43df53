package coterie.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The nodes that are paused, and what waits for them. Most runs have none. */
final class Pauses {
  /** What waits for one node. */
  static final class Waiting {
    final List<NodeInput> inputs = new ArrayList<>();
    final List<NodeAlarm> alarms = new ArrayList<>();
  }

  private final Map<Integer, Waiting> paused = new TreeMap<>();

  void pause(int node) {
    paused.putIfAbsent(node, new Waiting());
  }

  /** Returns what waits for that node; null if it is not paused. */
  @Nullable Waiting of(int node) {
    return paused.isEmpty() ? null : paused.get(node);
  }

  @Nullable Waiting end(int node) {
    return paused.remove(node);
  }
}
