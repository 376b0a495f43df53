package coterie.rocksdb;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.GroupStorage;
import coterie.storage.StorageException;
import coterie.storage.StorageProvider;
import coterie.store.MvccStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of versions on disk for a service: any number of threads may use it.
 *
 * <p>Guarantees: a write is durable when its future completes. Writes take effect one after the
 * other, in the order of their stamps. A read sees whole writes, all that completed before it
 * began, and none that is not durable; a read at a stamp gives the same answer for ever, until the
 * safe point passes it. If the disk fails, the writes that were not acknowledged fail with a {@link
 * StorageException}, and so do all later ones until the store is opened again; reading goes on.
 *
 * <p>One thread does all writes: it takes what waits, gives stamps, hands the whole group to the
 * disk and syncs once. So many writers cost hardly more syncs than one. Callbacks on the futures
 * run on this thread: keep them short. Collecting old versions and {@link #history} run there as
 * well; other reads do not wait for it.
 */
public final class EmbeddedStore implements AutoCloseable {
  private static final int GROUP_MAX = 1_000;
  private static final long GROUP_BYTES_MAX = 4L << 20;
  private static final int WAITING_MAX = 10_000;

  /** Nobody else's stamps come in here, so the bound is only for stamps that readers name. */
  private static final long DRIFT_MAX_MILLIS = 500;

  /** Something that the writing thread does, and whom it tells. */
  private static final class Request<T> {
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final Supplier<T> work;
    private @Nullable T result;

    private Request(Supplier<T> work) {
      this.work = work;
    }

    /** Returns whether it is to be acknowledged after the sync. */
    private boolean run() {
      try {
        result = work.get();
        return true;
      } catch (RuntimeException e) {
        future.completeExceptionally(e);
        return false;
      }
    }

    private void acknowledge() {
      future.complete(result);
    }
  }

  private final StorageProvider.Opened storage;
  private final GroupStorage group;
  private final MvccStore store;
  private final OpenReads reads;
  private final Requests<Request<?>> requests = new Requests<>(WAITING_MAX);
  private final Thread writer;

  /** All writes up to it are durable, and none below it will come. */
  private volatile Stamp committed;

  /** The stamp of the last write of the group at work; only the writing thread knows it. */
  private Stamp last;

  /** Opens the store in a folder, or creates it if the folder is empty or missing. */
  public static EmbeddedStore open(Path folder) {
    return open(folder, new NodeId(0));
  }

  /**
   * Opens it for one of several nodes.
   *
   * @param self the node in the stamps
   */
  public static EmbeddedStore open(Path folder, NodeId self) {
    RocksStorage storage = RocksStorage.openOrCreate(folder);
    HybridClock clock = new HybridClock(System::currentTimeMillis, DRIFT_MAX_MILLIS);
    try {
      return new EmbeddedStore(storage, clock, self);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  /** Takes a storage over that many threads may read, and closes it in the end. */
  EmbeddedStore(StorageProvider.Opened storage, HybridClock clock, NodeId self) {
    this.storage = storage;
    this.group = new GroupStorage(storage);
    this.store = new MvccStore(clock, self, group);
    this.reads = new OpenReads(store.safePoint());
    this.last = new Stamp(store.tick(), self);
    group.flush();
    this.committed = last;
    this.writer = new Thread(this::work, "coterie-store");
    writer.setDaemon(true);
    writer.start();
  }

  public CompletableFuture<Stamp> put(Bytes key, Bytes value) {
    return submit(() -> wrote(store.put(key, value)));
  }

  public CompletableFuture<Stamp> delete(Bytes key) {
    return submit(() -> wrote(store.delete(key)));
  }

  /** Makes all changes under one stamp, or none; no key may be in it twice. */
  public CompletableFuture<Stamp> write(List<MvccStore.Write> writes) {
    List<MvccStore.Write> copy = List.copyOf(writes);
    return submit(() -> wrote(store.write(copy)));
  }

  /** As {@link MvccStore#putIf}. */
  public CompletableFuture<MvccStore.Outcome> putIf(
      Bytes key, @Nullable Stamp expected, Bytes value) {
    return submit(() -> decided(store.putIf(key, expected, value)));
  }

  /** As {@link MvccStore#deleteIf}. */
  public CompletableFuture<MvccStore.Outcome> deleteIf(Bytes key, Stamp expected) {
    return submit(() -> decided(store.deleteIf(key, expected)));
  }

  /** Removes what no reader at or after the stamp can see; an open snapshot lowers the stamp. */
  public CompletableFuture<MvccStore.Collected> collect(Stamp asked) {
    return submit(() -> collected(asked));
  }

  /** A stamp to read at: all writes that are acknowledged by now come at or before it. */
  public Stamp now() {
    Stamp stamp = committed;
    Stamp safePoint = reads.safePoint();
    return stamp.isBefore(safePoint) ? safePoint : stamp;
  }

  /** The version of a key now; null if there is none, or if it was deleted. */
  public @Nullable Version get(Bytes key) {
    while (true) {
      Stamp at = now();
      Version found = storage.newest(key, at);
      // What was removed meanwhile was removed after the safe point had passed this stamp.
      if (!at.isBefore(reads.safePoint())) {
        return found == null || found.isDeleted() ? null : found;
      }
    }
  }

  /** The version of a key at a stamp. */
  public @Nullable Version get(Bytes key, Stamp at) {
    reserve(at);
    Version found = storage.newest(key, at);
    reads.requireReadable(at);
    return found == null || found.isDeleted() ? null : found;
  }

  /**
   * What there is at a stamp of the keys from one up to, excluding, another, one after the other,
   * as long as the visitor wants more.
   *
   * @param to null for all keys to the last one
   */
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Storage.Visitor visitor) {
    try (Snapshot snapshot = snapshot(at)) {
      snapshot.scan(from, to, visitor);
    }
  }

  /** As {@link MvccStore#history}. */
  public List<Version> history(Bytes key) {
    return result(submit(() -> store.history(key)));
  }

  /** The moment now, to read from until it is closed. */
  public Snapshot snapshot() {
    while (true) {
      Stamp at = now();
      try {
        return new Snapshot(at);
      } catch (IllegalArgumentException e) {
        // The safe point has just passed it; the next one is after it.
        if (!at.isBefore(reads.safePoint())) {
          throw e;
        }
      }
    }
  }

  /** A past moment to read from until it is closed. */
  public Snapshot snapshot(Stamp at) {
    reserve(at);
    return new Snapshot(at);
  }

  /** A moment that stays readable: the safe point does not pass it while it is open. */
  public final class Snapshot implements AutoCloseable {
    private final Stamp stamp;
    private boolean isClosed;

    private Snapshot(Stamp stamp) {
      this.stamp = stamp;
      reads.enter(stamp);
    }

    public Stamp stamp() {
      return stamp;
    }

    public @Nullable Version get(Bytes key) {
      requireOpen();
      return EmbeddedStore.this.get(key, stamp);
    }

    public void scan(Bytes from, @Nullable Bytes to, Storage.Visitor visitor) {
      requireOpen();
      storage.scan(from, to, stamp, version -> version.isDeleted() || visitor.visit(version));
    }

    private synchronized void requireOpen() {
      if (isClosed) {
        throw new IllegalStateException("the snapshot is closed; open another one to read");
      }
    }

    @Override
    public synchronized void close() {
      if (!isClosed) {
        isClosed = true;
        reads.leave(stamp);
      }
    }
  }

  /** Finishes what waits, then closes the storage. Closing it again does nothing. */
  @Override
  public void close() {
    requests.close();
    boolean isInterrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    storage.close();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A stamp after all writes so far is promised first: none will come at or below it. */
  private void reserve(Stamp at) {
    if (committed.isBefore(at)) {
      result(submit(() -> promised(at)));
    }
  }

  private <T> CompletableFuture<T> submit(Supplier<T> work) {
    Request<T> request = new Request<>(work);
    requests.add(request);
    return request.future;
  }

  private static <T> T result(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  // ---- from here on the writing thread

  private void work() {
    for (List<Request<?>> taken = requests.take(GROUP_MAX);
        !taken.isEmpty();
        taken = requests.take(GROUP_MAX)) {
      List<Request<?>> done = new ArrayList<>(taken.size());
      for (Request<?> request : taken) {
        if (request.run()) {
          done.add(request);
        }
        if (group.bytes() >= GROUP_BYTES_MAX) {
          commit(done);
        }
      }
      commit(done);
    }
  }

  private void commit(List<Request<?>> done) {
    try {
      group.flush();
      committed = last;
      done.forEach(Request::acknowledge);
    } catch (RuntimeException e) {
      done.forEach(request -> request.future.completeExceptionally(e));
    }
    done.clear();
  }

  private Stamp wrote(Stamp stamp) {
    last = stamp;
    return stamp;
  }

  private MvccStore.Outcome decided(MvccStore.Outcome outcome) {
    if (outcome instanceof MvccStore.Outcome.Written written) {
      wrote(written.stamp());
    }
    return outcome;
  }

  private Stamp promised(Stamp at) {
    store.snapshot(at).close();
    return last.isBefore(at) ? wrote(at) : at;
  }

  private MvccStore.Collected collected(Stamp asked) {
    boolean isAhead = asked.time() > store.tick();
    return store.collect(isAhead ? asked : reads.raise(asked));
  }
}
