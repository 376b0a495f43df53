package coterie.store.mvcc;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.store.mvcc.MvccReplica.Entry;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes that came before those that they follow. They wait for the gap to be filled, so that one
 * lost message costs one write to be fetched, and not all that were made since.
 */
final class EarlyWrites {
  /** So far ahead of the last one a write is kept; others are fetched when their turn has come. */
  static final int AHEAD_MAX = 4096;

  private static final int BYTES_MAX = 1 << 22;

  private final TreeMap<Dot, Entry> waiting = new TreeMap<>();
  private int bytes;

  /** Keeps a write, if it is not too far ahead of the last one of its origin that is here. */
  void keep(Entry entry, long seen) {
    int size = MvccRules.size(entry);
    boolean isNear = entry.number() > seen + 1 && entry.number() <= seen + AHEAD_MAX;
    if (isNear && bytes + size <= BYTES_MAX && waiting.putIfAbsent(dot(entry), entry) == null) {
      bytes += size;
    }
  }

  /** The write of that number, which waits no more; null if it is not here. */
  @Nullable Entry take(NodeId origin, long number) {
    Entry taken = waiting.remove(new Dot(origin, number));
    bytes -= taken == null ? 0 : MvccRules.size(taken);
    return taken;
  }

  private static Dot dot(Entry entry) {
    return new Dot(entry.origin(), entry.number());
  }
}
