package coterie.net;

import coterie.core.Stable;
import coterie.core.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The stable storage of a node. Its saves become durable one after the other, on a thread that may
 * wait for the disk; what the node sends and notes meanwhile is held back behind the save that came
 * before it. Saves to one place that wait together share one wait for the disk. A save that fails
 * is tried again, and everything behind it waits.
 */
final class Vault {
  private static final long RETRY_NANOS = 1_000_000_000;
  private static final int GROUP_MAX = 1_024;

  /** Something that is not durable yet, and what waits behind it. */
  private static final class Pending {
    final Durable where;
    final byte[] value;
    final Runnable tell;
    final ArrayDeque<Runnable> held = new ArrayDeque<>();

    Pending(Durable where, byte[] value, Runnable tell) {
      this.where = where;
      this.value = value;
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
      if (host.scribe() != null) {
        host.scribe().saving(owner.channel(), name, newValue);
      }
      await(
          file == null ? Durable.NOWHERE : file,
          file == null ? new byte[0] : file.bytes(newValue),
          () -> host.saved(owner, this, newValue));
    }
  }

  private final Host host;
  private final @Nullable Path folder;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private final List<StorageFile> files = new ArrayList<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private boolean isWriting;
  private volatile boolean isClosed;

  Vault(Host host, @Nullable Path folder) {
    this.host = host;
    this.folder = folder;
  }

  <T extends Record> Stable<T> open(HostContext<?> owner, String name, Class<T> type) {
    Path path = path(owner, name, ".stable");
    Cell<T> cell = new Cell<>(owner, name, path == null ? null : new StableFile<>(path, type));
    if (host.scribe() != null) {
      host.scribe().opened(owner.channel(), name, cell.value());
    }
    return cell;
  }

  Storage storage(HostContext<?> owner, String name) {
    Path path = path(owner, name, ".storage");
    StorageFile file = path == null ? null : new StorageFile(path);
    if (file != null) {
      files.add(file);
    }
    Shelf[] shelf = new Shelf[1];
    shelf[0] =
        new Shelf(
            this,
            batch -> storing(owner, name, batch),
            batch -> host.stored(owner, shelf[0], name, batch),
            file);
    if (shelf[0].load() > 0) {
      host.counters().cutTail();
    }
    if (host.scribe() != null) {
      host.scribe().opened(owner.channel(), name, shelf[0].all());
    }
    return shelf[0];
  }

  private void storing(HostContext<?> owner, String name, Storage.Batch batch) {
    if (host.scribe() != null) {
      host.scribe().storing(owner.channel(), name, batch);
    }
  }

  private @Nullable Path path(HostContext<?> owner, String name, String ending) {
    return folder == null ? null : folder.resolve(owner.name() + "-" + name + ending);
  }

  boolean isHolding() {
    return !pending.isEmpty();
  }

  void hold(Runnable output) {
    pending.getLast().held.add(output);
  }

  /** Lets the value become durable there, after all that came before, and then tells of it. */
  void await(Durable where, byte[] value, Runnable tell) {
    pending.add(new Pending(where, value, tell));
    if (!isWriting) {
      begin();
    }
  }

  private void begin() {
    isWriting = true;
    List<Pending> group = group(pending);
    host.loop()
        .onDisk(
            () -> {
              boolean isDone = !isClosed && tries(group);
              host.loop().execute(() -> ended(group, isDone));
            });
  }

  /** The first ones, as far as they go to the same place. */
  private static List<Pending> group(Iterable<Pending> from) {
    List<Pending> group = new ArrayList<>();
    for (Pending one : from) {
      boolean fits = group.isEmpty() || one.where.equals(group.getFirst().where);
      if (!fits || group.size() == GROUP_MAX) {
        break;
      }
      group.add(one);
    }
    return group;
  }

  private boolean tries(List<Pending> group) {
    try {
      group.getFirst().where.write(group.stream().map(one -> one.value).toList());
      return true;
    } catch (IOException | RuntimeException e) {
      host.saveFailed(e);
      return false;
    }
  }

  private void ended(List<Pending> group, boolean isDone) {
    if (isClosed) {
      return;
    }
    if (!isDone) {
      host.loop().schedule(RETRY_NANOS, this::beginAgain);
      return;
    }
    host.whenAwake(() -> becameDurable(group));
  }

  private void beginAgain() {
    if (!isClosed) {
      begin();
    }
  }

  private void becameDurable(List<Pending> group) {
    for (Pending done : group) {
      pending.removeFirst();
      host.loop().event(() -> release(done)); // What one throws must not keep back the others.
    }
    isWriting = false;
    if (!pending.isEmpty() && !isClosed) {
      begin();
    }
  }

  private static void release(Pending done) {
    while (!done.held.isEmpty()) {
      done.held.removeFirst().run();
    }
    done.tell.run();
  }

  /** Writes all that waits, though this life ends and nobody will be told. */
  void keep() {
    List<Pending> left = new ArrayList<>(pending);
    host.loop()
        .onDisk(
            () -> {
              while (!left.isEmpty()) {
                List<Pending> group = group(left);
                tries(group);
                left.subList(0, group.size()).clear();
              }
            });
  }

  /** Nothing that was not begun is written any more. */
  void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      host.loop().onDisk(this::settle);
    } catch (RejectedExecutionException e) {
      settle(); // The loop has ended, and so has its disk.
    }
  }

  private void settle() {
    files.forEach(StorageFile::close);
    settled.complete(null);
  }

  /** Done when this life writes no more. */
  CompletableFuture<Void> settled() {
    return settled;
  }
}
