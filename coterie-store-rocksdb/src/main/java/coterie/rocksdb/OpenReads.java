package coterie.rocksdb;

import coterie.core.Stamp;
import java.util.TreeMap;

/**
 * Who reads at which stamp at the moment, and from which stamp on reading is allowed. The limit
 * never passes an open read, and goes up before anything is removed.
 */
final class OpenReads {
  private final TreeMap<Stamp, Integer> open = new TreeMap<>();
  private volatile Stamp safePoint;

  OpenReads(Stamp safePoint) {
    this.safePoint = safePoint;
  }

  Stamp safePoint() {
    return safePoint;
  }

  synchronized void enter(Stamp at) {
    requireReadable(at);
    open.merge(at, 1, Integer::sum);
  }

  synchronized void leave(Stamp at) {
    open.computeIfPresent(at, (stamp, readers) -> readers == 1 ? null : readers - 1);
  }

  /** Raises the limit as far as the open reads allow, and returns how far that is. */
  synchronized Stamp raise(Stamp wanted) {
    Stamp allowed = open.isEmpty() || wanted.isBefore(open.firstKey()) ? wanted : open.firstKey();
    if (safePoint.isBefore(allowed)) {
      safePoint = allowed;
    }
    return allowed;
  }

  void requireReadable(Stamp at) {
    if (at.isBefore(safePoint)) {
      throw new IllegalArgumentException(
          "the history before %s was collected; a read at %s must be at or after it"
              .formatted(safePoint, at));
    }
  }
}
