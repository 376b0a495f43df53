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
  private volatile Stamp completeFrom;

  OpenReads(Stamp safePoint, Stamp completeFrom) {
    this.safePoint = safePoint;
    this.completeFrom = completeFrom;
  }

  /** Before it, a key may lack versions because only the last ones are kept. */
  Stamp completeFrom() {
    return completeFrom;
  }

  /**
   * From now on versions may go that nobody at or after the wanted stamp sees, nor any open read.
   */
  synchronized Stamp raiseComplete(Stamp wanted) {
    Stamp allowed = open.isEmpty() || wanted.isBefore(open.firstKey()) ? wanted : open.firstKey();
    if (completeFrom.isBefore(allowed)) {
      completeFrom = allowed;
    }
    return allowed;
  }

  /** They are gone, and it was less than it might have been. */
  synchronized void complete(Stamp from) {
    completeFrom = from;
  }

  void requireComplete(Stamp at) {
    if (at.isBefore(completeFrom)) {
      throw new IllegalArgumentException(
          "only the last versions are kept; a scan at %s must be at or after %s"
              .formatted(at, completeFrom));
    }
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
