package coterie.testkit;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import org.jspecify.annotations.Nullable;

/** A storage that hands everything on to another, but for what a test overrides. */
public abstract class TamperedStorage implements Storage {
  private final Storage storage;

  protected TamperedStorage(Storage storage) {
    this.storage = storage;
  }

  @Override
  public void write(Batch batch) {
    storage.write(batch);
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
