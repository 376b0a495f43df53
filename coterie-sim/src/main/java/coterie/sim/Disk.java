package coterie.sim;

import coterie.core.Storage;
import coterie.kernel.Kernel;
import coterie.kernel.PendingWrite;
import coterie.storage.MemoryStorage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is durable on each node. */
public final class Disk {
  /** Names one value, or one storage, of one protocol on one node. */
  private record Key(int node, int channel, String name) {}

  private final Map<Key, Record> values = new HashMap<>();
  private final Map<Key, MemoryStorage> storages = new HashMap<>();

  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    Record value = values.get(new Key(node, channel, name));
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "stable value \"%s\" is a %s, not a %s"
              .formatted(name, value.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(value);
  }

  /** Returns a copy of what is durable, for a life to go on with. */
  public MemoryStorage open(int node, int channel, String name) {
    return storages
        .computeIfAbsent(new Key(node, channel, name), key -> new MemoryStorage())
        .copy();
  }

  /** Writes become durable in order, whichever of their events comes first on a node that lags. */
  public void sync(Kernel kernel, int node) {
    write(node, Objects.requireNonNull(kernel.pending(node)));
    kernel.durable(node);
  }

  /** A crash after which all that was written is there, and yet nobody was told so. */
  public void keep(int node, List<PendingWrite> writes) {
    writes.forEach(write -> write(node, write));
  }

  private void write(int node, PendingWrite write) {
    Key key = new Key(node, write.channel(), write.name());
    Storage.Batch batch = write.batch();
    if (batch == null) {
      values.put(key, write.value());
    } else {
      Objects.requireNonNull(storages.get(key)).write(batch);
    }
  }
}
