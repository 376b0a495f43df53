package coterie.net;

import coterie.core.Stable;
import coterie.core.Storage;
import coterie.storage.Backlog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The stable storage of a node. Its saves become durable one after the other, on a thread that may
 * wait for the disk; what depends on them is held back meanwhile. All that wait together share one
 * wait for the disk, whichever files they go to. A save that fails is tried again, and those behind
 * it wait.
 */
final class Vault {
  private static final long RETRY_NANOS = 1_000_000_000;
  private static final int GROUP_MAX = 1_024;

  /** Who has so many saves waiting gets no more work before the disk has caught up. */
  private static final int SWAMPED = GROUP_MAX;

  /** A disk that is so far behind is told of, and then so much further behind again. */
  private static final long BEHIND_NANOS = 5_000_000_000L;

  /** Something that is not durable yet. */
  private static final class Pending {
    final Durable where;
    final byte[] value;
    final Runnable tell;
    final long sinceNanos;

    Pending(Durable where, byte[] value, Runnable tell, long sinceNanos) {
      this.where = where;
      this.value = value;
      this.tell = tell;
      this.sinceNanos = sinceNanos;
    }

    /** Whether it takes its turn alone. */
    boolean isAlone() {
      return where.place() == null && !where.equals(Durable.NOWHERE);
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
          owner,
          file == null ? Durable.NOWHERE : file,
          file == null ? new byte[0] : file.bytes(newValue),
          () -> host.saved(owner, this, newValue));
    }
  }

  private final Host host;
  private final @Nullable Path folder;
  private final Backlog<Pending> pending = new Backlog<>();
  private final List<StorageFile> files = new ArrayList<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final @Nullable Journal journal;
  private boolean isRecovered;
  private boolean isWriting;
  private long toldNanos;
  private volatile boolean isClosed;
  private volatile boolean isFailing;

  /** Since when the first save waits, by the clock of the machine; 0 if none does. */
  private volatile long sinceNanos;

  Vault(Host host, @Nullable Path folder) {
    this.host = host;
    this.folder = folder;
    this.journal = folder == null ? null : new Journal(folder);
  }

  <T extends Record> Stable<T> open(HostContext<?> owner, String name, Class<T> type) {
    Path path = path(owner, name, Durable.STABLE);
    Cell<T> cell = new Cell<>(owner, name, path == null ? null : new StableFile<>(path, type));
    if (host.scribe() != null) {
      host.scribe().opened(owner.channel(), name, cell.value());
    }
    return cell;
  }

  Storage storage(HostContext<?> owner, String name) {
    Path path = path(owner, name, Durable.STORAGE);
    StorageFile file = path == null ? null : new StorageFile(path);
    if (file != null) {
      files.add(file);
    }
    Shelf[] shelf = new Shelf[1];
    shelf[0] =
        new Shelf(
            this,
            owner,
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
    if (folder == null) {
      return null;
    }
    if (!isRecovered) {
      recover(folder);
    }
    return folder.resolve(owner.name() + "-" + name + ending);
  }

  private void recover(Path from) {
    try {
      Journal.recover(from);
      isRecovered = true;
    } catch (IOException e) {
      throw new StableException("%s cannot be used: %s".formatted(from, e));
    }
  }

  /** Whether what that protocol sends or notes now has to wait. */
  boolean isHolding(HostContext<?> from) {
    return pending.holds(from.channel());
  }

  void hold(HostContext<?> from, Runnable output) {
    pending.hold(from.channel(), output);
  }

  /** Lets the value become durable there, after all that came before, and then tells of it. */
  void await(HostContext<?> owner, Durable where, byte[] value, Runnable tell) {
    long now = System.nanoTime();
    Pending save = new Pending(where, value, tell, now);
    pending.add(owner.channel(), owner.showsOnlyDurable(), save);
    host.counters().save();
    lookBehind(now);
    if (!isWriting) {
      begin();
    }
  }

  /** Whether that protocol already waits for more than the disk takes at once. */
  boolean isSwamped(HostContext<?> context) {
    return pending.size() >= SWAMPED && pending.holds(context.channel());
  }

  /** Whether the last attempt to write has failed. For any thread. */
  boolean isFailing() {
    return isFailing;
  }

  /** For how long the first save waits; 0 if none does. For any thread. */
  long behindNanos() {
    long since = sinceNanos;
    return since == 0 ? 0 : Math.max(0, System.nanoTime() - since);
  }

  private void lookBehind(long now) {
    Pending first = pending.first();
    sinceNanos = first == null ? 0 : first.sinceNanos;
    if (first == null) {
      toldNanos = 0;
    } else if (now - first.sinceNanos - toldNanos > BEHIND_NANOS) {
      toldNanos = now - first.sinceNanos;
      host.diskIsBehind(toldNanos, pending.size());
    }
  }

  private void begin() {
    isWriting = true;
    List<Pending> group = group(pending.saves());
    host.loop()
        .onDisk(
            () -> {
              boolean isDone = !isClosed && tries(group);
              host.loop().execute(() -> ended(group, isDone));
            });
  }

  /** The first ones, up to one that has to be alone. */
  private static List<Pending> group(Iterable<Pending> from) {
    List<Pending> group = new ArrayList<>();
    for (Pending one : from) {
      if (group.size() == GROUP_MAX || (one.isAlone() && !group.isEmpty())) {
        break;
      }
      group.add(one);
      if (one.isAlone()) {
        break;
      }
    }
    return group;
  }

  private boolean tries(List<Pending> group) {
    try {
      write(group);
      isFailing = false;
      return true;
    } catch (IOException | RuntimeException e) {
      isFailing = true;
      host.saveFailed(e);
      return false;
    }
  }

  /** Saves to one file go there; saves to several need the journal, which keeps their order. */
  private void write(List<Pending> group) throws IOException {
    List<Journal.Entry> entries = new ArrayList<>();
    for (Pending one : group) {
      String place = one.where.place();
      if (place != null) {
        entries.add(new Journal.Entry(one.where, place, one.value));
      }
    }
    Pending first = group.getFirst();
    if (journal == null || (entries.isEmpty() && !first.isAlone())) {
      return;
    }
    host.counters().diskWait();
    if (first.isAlone()) {
      journal.settle();
      first.where.write(List.of(first.value));
    } else if (journal.isEmpty() && areInOnePlace(entries)) {
      entries.getFirst().where.write(entries.stream().map(one -> one.value).toList());
    } else {
      journal.write(entries);
      settleIfLong(journal);
    }
  }

  private static boolean areInOnePlace(List<Journal.Entry> entries) {
    return entries.stream().map(one -> one.place).distinct().count() == 1;
  }

  /** What was saved is durable in any case. */
  private void settleIfLong(Journal written) {
    try {
      if (written.isLong()) {
        written.settle();
      }
    } catch (IOException e) {
      host.saveFailed(e);
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
      List<Runnable> held = pending.removeFirst();
      host.loop()
          .event(() -> release(done, held)); // What one throws must not keep back the others.
      host.counters().saved(System.nanoTime() - done.sinceNanos);
    }
    lookBehind(System.nanoTime());
    isWriting = false;
    if (!pending.isEmpty() && !isClosed) {
      begin();
    }
  }

  private static void release(Pending done, List<Runnable> held) {
    held.forEach(Runnable::run);
    done.tell.run();
  }

  /** Writes all that waits, though this life ends and nobody will be told. */
  void keep() {
    List<Pending> left = new ArrayList<>();
    pending.saves().forEach(left::add);
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
    try {
      if (journal != null) {
        journal.settle();
      }
    } catch (IOException | RuntimeException e) {
      // It stays in the journal, where the next life finds it.
    }
    files.forEach(StorageFile::close);
    settled.complete(null);
  }

  /** Done when this life writes no more. */
  CompletableFuture<Void> settled() {
    return settled;
  }
}
