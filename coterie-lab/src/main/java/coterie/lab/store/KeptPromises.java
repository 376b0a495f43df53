package coterie.lab.store;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.StorageException;
import org.jspecify.annotations.Nullable;

/**
 * The storage of one who only reads. All that is written then is the promise that no later write
 * gets a stamp that was read at; it is durable before the read. Where the disk does not take it,
 * the read goes on, and {@link #unkept} tells why: what could be opened can be read.
 */
final class KeptPromises implements Storage {
  private final Storage storage;
  private @Nullable String unkept;

  KeptPromises(Storage storage) {
    this.storage = storage;
  }

  /** Why a promise is not durable; null if all are. */
  @Nullable String unkept() {
    return unkept;
  }

  @Override
  public void write(Batch batch) {
    if (!batch.added().isEmpty() || !batch.removed().isEmpty()) {
      throw new IllegalStateException("who only reads writes no versions");
    }
    try {
      storage.write(batch);
    } catch (StorageException e) {
      unkept = e.getMessage();
    }
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    return storage.newest(key, at);
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    storage.scan(from, to, at, visitor);
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    storage.versions(from, to, visitor);
  }

  @Override
  public @Nullable Stamp mark(String name) {
    return storage.mark(name);
  }
}
