package coterie.sim;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import org.jspecify.annotations.Nullable;

/** A storage of one protocol on one node: what is durable, and what its process reads by now. */
final class Shelf implements Storage {
  private final Disk disk;
  private final NodeContext<?> owner;
  private final String name;
  private final MemoryStorage durable;
  private final MemoryStorage current;

  /** For the first life of a process. */
  Shelf(Disk disk, NodeContext<?> owner, String name) {
    this(disk, owner, name, new MemoryStorage(), new MemoryStorage());
  }

  private Shelf(
      Disk disk, NodeContext<?> owner, String name, MemoryStorage durable, MemoryStorage current) {
    this.disk = disk;
    this.owner = owner;
    this.name = name;
    this.durable = durable;
    this.current = current;
  }

  /** The same storage in the next life, which begins with what is durable. */
  Shelf reopened(NodeContext<?> newOwner) {
    return new Shelf(disk, newOwner, name, durable, durable.copy());
  }

  NodeContext<?> owner() {
    return owner;
  }

  String name() {
    return name;
  }

  /** What its process reads by now. */
  Batch content() {
    return current.content();
  }

  void becameDurable(Batch batch) {
    durable.write(batch);
  }

  @Override
  public void write(Batch batch) {
    current.write(batch);
    disk.write(this, batch);
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
