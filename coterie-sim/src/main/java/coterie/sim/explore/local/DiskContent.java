package coterie.sim.explore.local;

import coterie.core.Storage;
import coterie.kernel.PendingWrite;
import coterie.storage.MemoryStorage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is durable on one node. It never changes: a write makes another one. */
final class DiskContent {
  private static final int ENTRY_BYTES = 120;

  static final DiskContent EMPTY = new DiskContent(new TreeMap<>(), new TreeMap<>());

  /** Names one value, or one storage, of one protocol. */
  record Shelf(int channel, String name) implements Comparable<Shelf> {
    @Override
    public int compareTo(Shelf other) {
      int byChannel = Integer.compare(channel, other.channel);
      return byChannel != 0 ? byChannel : name.compareTo(other.name);
    }
  }

  private final SortedMap<Shelf, Record> values;
  private final SortedMap<Shelf, MemoryStorage> storages;

  private DiskContent(SortedMap<Shelf, Record> values, SortedMap<Shelf, MemoryStorage> storages) {
    this.values = values;
    this.storages = storages;
  }

  SortedMap<Shelf, Record> values() {
    return values;
  }

  <T extends Record> @Nullable T load(int channel, String name, Class<T> type) {
    Record value = values.get(new Shelf(channel, name));
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "stable value \"%s\" is a %s, not a %s"
              .formatted(name, value.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(value);
  }

  /** Returns a copy of what is durable, for a life to go on with. */
  MemoryStorage open(Shelf shelf) {
    MemoryStorage storage = storages.get(shelf);
    return storage == null ? new MemoryStorage() : storage.copy();
  }

  /** Returns the versions and marks of every storage that has any. */
  SortedMap<Shelf, Storage.Batch> stored() {
    SortedMap<Shelf, Storage.Batch> all = new TreeMap<>();
    storages.forEach((shelf, storage) -> all.put(shelf, storage.content()));
    return all;
  }

  /** Returns about how much memory it takes; what is written is shared with others. */
  long bytes() {
    return (long) ENTRY_BYTES * (values.size() + storages.size());
  }

  DiskContent with(PendingWrite write) {
    Shelf shelf = new Shelf(write.channel(), write.name());
    Storage.Batch batch = write.batch();
    if (batch == null) {
      TreeMap<Shelf, Record> changed = new TreeMap<>(values);
      changed.put(shelf, write.value());
      return new DiskContent(changed, storages);
    }
    TreeMap<Shelf, MemoryStorage> changed = new TreeMap<>(storages);
    MemoryStorage storage = open(shelf);
    storage.write(batch);
    changed.put(shelf, storage);
    return new DiskContent(values, changed);
  }

  DiskContent with(List<PendingWrite> writes) {
    DiskContent all = this;
    for (PendingWrite write : writes) {
      all = all.with(write);
    }
    return all;
  }
}
