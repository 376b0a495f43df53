package coterie.lab.store;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.storage.MemoryStorage;
import coterie.store.mvcc.MvccStore;

/** One key and its value, found to be allowed. */
public record StoreEntry(Bytes key, Bytes value) {
  /** Tries it in memory, so that what will be refused creates no store. */
  public StoreEntry {
    HybridClock clock = new HybridClock(() -> 0, 0);
    new MvccStore(clock, new NodeId(0), new MemoryStorage()).put(key, value);
  }
}
