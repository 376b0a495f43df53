package coterie.kernel;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import org.jspecify.annotations.Nullable;

/** A storage in one life of its node: what its protocol reads by now. */
final class NodeStorage implements Storage {
  private final NodeContext<?> owner;
  private final String name;
  private final MemoryStorage current;

  NodeStorage(NodeContext<?> owner, String name, MemoryStorage current) {
    this.owner = owner;
    this.name = name;
    this.current = current;
  }

  @Override
  public void write(Batch batch) {
    owner.outputs.requireBuilt(owner);
    current.write(batch);
    owner.outputs.save(new PendingWrite(owner, name, batch, null, this));
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    return current.newest(key, at);
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    current.scan(from, to, at, visitor);
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    current.versions(from, to, visitor);
  }

  @Override
  public @Nullable Stamp mark(String mark) {
    return current.mark(mark);
  }
}
