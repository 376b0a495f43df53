package coterie.net.disk;

import coterie.core.Storage;
import coterie.kernel.Kernel;
import coterie.kernel.PendingWrite;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The stable storage of a node. Its saves become durable one after the other, on a thread that may
 * wait for the disk; what depends on them is held back meanwhile. All that wait together share one
 * wait for the disk, whichever files they go to. A save that fails is tried again, and those behind
 * it wait.
 */
public final class StableStorage {
  private static final System.Logger LOG = System.getLogger("coterie.net");

  /** Each host has a kernel of its own. */
  private static final int NODE = 0;

  private static final long RETRY_NANOS = 1_000_000_000;
  private static final int GROUP_MAX = 1_024;

  /**
   * A node that has this number of saves waiting gets no more work before the disk has caught up.
   */
  private static final int SWAMPED = GROUP_MAX;

  /** A disk that is so far behind is told of, and then so much further behind again. */
  private static final long BEHIND_NANOS = 5_000_000_000L;

  /** Something that is not durable yet. */
  private static final class Pending {
    final DurableTarget where;
    final byte[] value;
    final @Nullable PendingWrite write;
    final long sinceNanos;

    /**
     * @param write of whom; null if nobody waits for it
     */
    Pending(DurableTarget where, byte[] value, @Nullable PendingWrite write, long sinceNanos) {
      this.where = where;
      this.value = value;
      this.write = write;
      this.sinceNanos = sinceNanos;
    }

    /** Whether it takes its turn alone. */
    boolean isAlone() {
      return where.place() == null && !where.equals(DurableTarget.NOWHERE);
    }
  }

  /** Names one value, or one storage, of one protocol. */
  private record Key(int channel, String name) {}

  private final EventLoop loop;
  private final Kernel kernel;
  private final Counters counters;
  private final @Nullable Path folder;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private final Map<Key, StableFile<?>> stables = new HashMap<>();
  private final Map<Key, CachedStorage> storages = new HashMap<>();
  private final Map<Path, Key> owners = new HashMap<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final @Nullable Journal journal;
  private boolean isRecovered;
  private boolean isWriting;
  private long toldNanos;
  private volatile boolean isClosed;
  private volatile boolean isFailing;

  /** Since when the first save waits, by the clock of the machine; 0 if none does. */
  private volatile long sinceNanos;

  /**
   * @param kernel of one node, which is told what has become durable
   * @param folder null for what is kept for this life only
   */
  @SuppressWarnings("exports") // Hosts alone make one.
  public StableStorage(EventLoop loop, Kernel kernel, Counters counters, @Nullable Path folder) {
    this.loop = loop;
    this.kernel = kernel;
    this.counters = counters;
    this.folder = folder;
    this.journal = folder == null ? null : new Journal(folder);
  }

  /** Returns what is durable under that name; null if nothing is. */
  public <T extends Record> @Nullable T load(int channel, String name, Class<T> type) {
    Key key = new Key(channel, name);
    Path path = path(key, DurableTarget.STABLE);
    if (path == null) {
      return null;
    }
    StableFile<T> file = new StableFile<>(path, type);
    stables.put(key, file);
    return file.read();
  }

  /** Returns what is durable in that storage. */
  public MemoryStorage open(int channel, String name) {
    Key key = new Key(channel, name);
    if (storages.containsKey(key)) {
      throw new IllegalArgumentException("the storage \"%s\" is open already".formatted(name));
    }
    Path path = path(key, DurableTarget.STORAGE);
    CachedStorage storage = new CachedStorage(this, path == null ? null : new StorageFile(path));
    storages.put(key, storage);
    if (storage.load() > 0) {
      counters.cutTail();
    }
    return storage.memory();
  }

  private @Nullable Path path(Key key, String ending) {
    if (folder == null) {
      return null;
    }
    if (!isRecovered) {
      recover(folder);
    }
    String channel = kernel.channels().get(key.channel);
    Path path = folder.resolve(channel + "-" + key.name + ending);
    Key owner = owners.putIfAbsent(path, key);
    if (owner != null && !owner.equals(key)) {
      throw new IllegalArgumentException(
          "\"%s\" of channel \"%s\" would share the file %s with another value; rename one of them"
              .formatted(key.name, channel, path.getFileName()));
    }
    return path;
  }

  private void recover(Path from) {
    try {
      Journal.recover(from);
      isRecovered = true;
    } catch (IOException e) {
      throw new StableException("%s cannot be used: %s".formatted(from, e));
    }
  }

  /** Lets it become durable, after all that came before. */
  public void persist(PendingWrite write) {
    Key key = new Key(write.channel(), write.name());
    Storage.Batch batch = write.batch();
    if (batch != null) {
      Objects.requireNonNull(storages.get(key)).write(batch, write);
      return;
    }
    StableFile<?> file = stables.get(key);
    await(
        file == null ? DurableTarget.NOWHERE : file,
        file == null ? new byte[0] : file.bytesOf(write.value()),
        write);
  }

  /**
   * Lets the value become durable there, after all that came before.
   *
   * @param write who is told of it; null if nobody is
   */
  void await(DurableTarget where, byte[] value, @Nullable PendingWrite write) {
    long now = System.nanoTime();
    pending.add(new Pending(where, value, write, now));
    counters.save();
    lookBehind(now);
    if (!isWriting) {
      begin();
    }
  }

  /** Whether that protocol already waits for more than the disk takes at once. */
  public boolean isSwamped(int channel) {
    return pending.size() >= SWAMPED && kernel.isHolding(NODE, channel);
  }

  /** Whether the last attempt to write has failed. For any thread. */
  public boolean isFailing() {
    return isFailing;
  }

  /** For how long the first save waits; 0 if none does. For any thread. */
  public long behindNanos() {
    long since = sinceNanos;
    return since == 0 ? 0 : Math.max(0, System.nanoTime() - since);
  }

  private void lookBehind(long now) {
    Pending first = pending.peekFirst();
    sinceNanos = first == null ? 0 : first.sinceNanos;
    if (first == null) {
      toldNanos = 0;
    } else if (now - first.sinceNanos - toldNanos > BEHIND_NANOS) {
      toldNanos = now - first.sinceNanos;
      LOG.log(
          System.Logger.Level.WARNING,
          "the disk is {0} s behind: {1} saves of {2} wait for it",
          toldNanos / 1_000_000_000,
          pending.size(),
          kernel.id(NODE));
    }
  }

  private void begin() {
    isWriting = true;
    List<Pending> group = group(pending);
    loop.onDisk(
        () -> {
          boolean isDone = !isClosed && tries(group);
          loop.execute(() -> ended(group, isDone));
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
      failed(e);
      return false;
    }
  }

  private void failed(Exception e) {
    counters.saveFailed();
    LOG.log(System.Logger.Level.WARNING, "stable storage fails: " + e.getMessage());
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
    counters.diskWait();
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
      failed(e);
    }
  }

  private void ended(List<Pending> group, boolean isDone) {
    if (isClosed) {
      return;
    }
    if (!isDone) {
      loop.schedule(RETRY_NANOS, this::beginAgain);
      return;
    }
    kernel.whenAwake(NODE, () -> becameDurable(group));
  }

  private void beginAgain() {
    if (!isClosed) {
      begin();
    }
  }

  private void becameDurable(List<Pending> group) {
    for (Pending done : group) {
      if (isClosed) {
        return;
      }
      pending.removeFirst();
      if (done.write != null) {
        // In an event of its own: what one throws must not keep back the others.
        loop.event(() -> kernel.durable(NODE));
      }
      counters.saved(System.nanoTime() - done.sinceNanos);
    }
    lookBehind(System.nanoTime());
    isWriting = false;
    if (!pending.isEmpty() && !isClosed) {
      begin();
    }
  }

  /** Writes all that waits, though this life ends and nobody will be told. */
  public void keep() {
    List<Pending> left = new ArrayList<>(pending);
    loop.onDisk(
        () -> {
          while (!left.isEmpty()) {
            List<Pending> group = group(left);
            tries(group);
            left.subList(0, group.size()).clear();
          }
        });
  }

  /** Nothing that was not begun is written any more. */
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      loop.onDisk(this::settle);
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
    storages.values().forEach(CachedStorage::close);
    settled.complete(null);
  }

  /** Done when this life writes no more. */
  public CompletableFuture<Void> settled() {
    return settled;
  }
}
