package coterie.net;

import coterie.core.Bytes;
import coterie.core.Stable;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The stable storage of a node. Its saves become durable one after the other, on a thread that may
 * wait for the disk; what the node sends and notes meanwhile is held back behind the save that came
 * before it. A save that fails is tried again, and everything behind it waits.
 */
final class Vault {
  private static final long RETRY_NANOS = 1_000_000_000;

  /** What makes something durable. */
  private interface Write {
    void run() throws IOException;
  }

  /** Something that is not durable yet, and what waits behind it. */
  private static final class Pending {
    final Write write;
    final Runnable tell;
    final ArrayDeque<Runnable> held = new ArrayDeque<>();

    Pending(Write write, Runnable tell) {
      this.write = write;
      this.tell = tell;
    }
  }

  private final class Cell<T extends Record> implements Stable<T> {
    private final HostContext<?> owner;
    private final String name;
    private final @Nullable StableFile<T> file;
    private @Nullable T value;

    Cell(HostContext<?> owner, String name, @Nullable StableFile<T> file) {
      this.owner = owner;
      this.name = name;
      this.file = file;
      this.value = file == null ? null : file.read();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public @Nullable T value() {
      return value;
    }

    @Override
    public void save(T newValue) {
      value = newValue;
      byte[] bytes = file == null ? new byte[0] : file.bytes(newValue);
      await(
          () -> {
            if (file != null) {
              file.write(bytes);
            }
          },
          () -> host.saved(owner, this, newValue));
    }
  }

  /** A storage whose versions are in memory, for this life only. */
  private final class Shelf implements Storage {
    private final HostContext<?> owner;
    private final String name;
    private final MemoryStorage memory = new MemoryStorage();

    Shelf(HostContext<?> owner, String name) {
      this.owner = owner;
      this.name = name;
    }

    @Override
    public void write(Batch batch) {
      memory.write(batch);
      await(() -> {}, () -> host.stored(owner, this, name, batch));
    }

    @Override
    public @Nullable Version newest(Bytes key, Stamp at) {
      return memory.newest(key, at);
    }

    @Override
    public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
      memory.scan(from, to, at, visitor);
    }

    @Override
    public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
      memory.versions(from, to, visitor);
    }

    @Override
    public @Nullable Stamp mark(String mark) {
      return memory.mark(mark);
    }
  }

  private final Host host;
  private final @Nullable Path folder;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  Vault(Host host, @Nullable Path folder) {
    this.host = host;
    this.folder = folder;
  }

  <T extends Record> Stable<T> open(HostContext<?> owner, String name, Class<T> type) {
    Path path = folder == null ? null : StableFile.path(folder, owner.name(), name);
    return new Cell<>(owner, name, path == null ? null : new StableFile<>(path, type));
  }

  Storage storage(HostContext<?> owner, String name) {
    return new Shelf(owner, name);
  }

  boolean isHolding() {
    return !pending.isEmpty();
  }

  void hold(Runnable output) {
    pending.getLast().held.add(output);
  }

  private void await(Write write, Runnable tell) {
    Pending made = new Pending(write, tell);
    pending.add(made);
    if (pending.size() == 1) {
      begin(made);
    }
  }

  private void begin(Pending next) {
    host.loop()
        .onDisk(
            () -> {
              boolean isDone = tries(next);
              host.loop().execute(() -> ended(next, isDone));
            });
  }

  private boolean tries(Pending next) {
    try {
      next.write.run();
      return true;
    } catch (IOException | RuntimeException e) {
      host.saveFailed(e);
      return false;
    }
  }

  private void ended(Pending next, boolean isDone) {
    if (!host.isOpen() || pending.peekFirst() != next) {
      return;
    }
    if (!isDone) {
      host.loop().schedule(RETRY_NANOS, () -> begin(next));
      return;
    }
    host.whenAwake(() -> becameDurable(next));
  }

  private void becameDurable(Pending done) {
    pending.removeFirst();
    if (!pending.isEmpty()) {
      begin(pending.getFirst());
    }
    while (!done.held.isEmpty()) {
      done.held.removeFirst().run();
    }
    done.tell.run();
  }
}
