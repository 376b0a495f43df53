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
import coterie.store.mvcc.MvccStore;
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
 * began, and none that is not durable; a read at a stamp gives the same answer until the safe point
 * passes it. If the disk fails, the writes that were not acknowledged fail with a {@link
 * StorageException}, and so do all later ones until the store is opened again; reading goes on. An
 * error of the machine, such as a lack of memory, counts as a failure of the disk.
 *
 * <p>One thread does all writes: it takes what waits, gives stamps, hands the whole group to the
 * disk and syncs once. Many writers therefore cost hardly more syncs than one. Collecting old
 * versions and {@link #history} run there as well; other reads do not wait for it.
 *
 * <p>Futures complete in the order of the requests, on other threads: callbacks may use the store,
 * wait for it and close it. A caller that writes faster than the disk waits before it gets a
 * future.
 */
public final class EmbeddedStore implements AutoCloseable {
  private static final int GROUP_MAX = 1_000;
  private static final long GROUP_BYTES_MAX = 4L << 20;
  private static final int WAITING_MAX = 10_000;
  private static final long WAITING_BYTES_MAX = 64L << 20;

  /** Nobody else's stamps come in here, so the bound is only for stamps that readers name. */
  private static final long DRIFT_MAX_MILLIS = 500;

  private final StorageProvider.Opened storage;
  private final GroupStorage group;
  private final MvccStore store;
  private final OpenReads reads;
  private final Requests<Request<?>> requests = new Requests<>(WAITING_MAX, WAITING_BYTES_MAX);
  private final Answers answers = new Answers();
  private final Thread writer;

  /** All writes up to it are durable, and none below it will come. */
  private volatile Stamp committed;

  /** The stamp of the last write of the group at work; only the writing thread knows it. */
  private Stamp last;

  /** What the writing thread has done since the last sync. */
  private final List<Request<?>> done = new ArrayList<>(GROUP_MAX);

  /** Whether an error came, after which nobody knows how far the work was: there is no more. */
  private boolean isStopped;

  /** Made beforehand, because the error may be that there is no memory. */
  private final StorageException refusal =
      new StorageException(
          "the store was stopped by an error; what was acknowledged is there, and it must be opened"
              + " again before it takes more");

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
    this.reads = new OpenReads(store.safePoint(), store.completeFrom());
    this.last = new Stamp(store.tick(), self);
    group.flush();
    this.committed = last;
    this.writer = new Thread(this::work, "coterie-store");
    writer.setDaemon(true);
    writer.start();
  }

  public CompletableFuture<Stamp> put(Bytes key, Bytes value) {
    return submit(key.size() + value.size(), () -> wrote(store.put(key, value)));
  }

  public CompletableFuture<Stamp> delete(Bytes key) {
    return submit(key.size(), () -> wrote(store.delete(key)));
  }

  /** Makes all changes under one stamp, or none; no key may be in it twice. */
  public CompletableFuture<Stamp> write(List<MvccStore.Write> writes) {
    List<MvccStore.Write> copy = List.copyOf(writes);
    long bytes = 0;
    for (MvccStore.Write write : copy) {
      Bytes value = write.value();
      bytes += write.key().size() + (value == null ? 0 : value.size());
    }
    return submit(bytes, () -> wrote(store.write(copy)));
  }

  /** As {@link MvccStore#putIf}. */
  public CompletableFuture<MvccStore.Outcome> putIf(
      Bytes key, @Nullable Stamp expected, Bytes value) {
    return submit(key.size() + value.size(), () -> decided(store.putIf(key, expected, value)));
  }

  /** As {@link MvccStore#deleteIf}. */
  public CompletableFuture<MvccStore.Outcome> deleteIf(Bytes key, Stamp expected) {
    return submit(key.size(), () -> decided(store.deleteIf(key, expected)));
  }

  /** Removes what no reader at or after the stamp can see; an open snapshot lowers the stamp. */
  public CompletableFuture<MvccStore.Collected> collect(Stamp asked) {
    return submit(0, () -> collected(asked));
  }

  /**
   * Keeps the newest versions of every key and removes those before, as {@link MvccStore#keepLast};
   * what an open snapshot sees stays.
   */
  public CompletableFuture<MvccStore.Trimmed> keepLast(int count) {
    return submit(0, () -> trimmed(count));
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
      boolean isThere = found != null || !at.isBefore(reads.completeFrom());
      if (isThere && !at.isBefore(reads.safePoint())) {
        return found == null || found.isDeleted() ? null : found;
      }
    }
  }

  /** The version of a key at a stamp. */
  public @Nullable Version get(Bytes key, Stamp at) {
    reserve(at);
    Version found = storage.newest(key, at);
    reads.requireReadable(at);
    if (found == null && at.isBefore(reads.completeFrom())) {
      throw new IllegalArgumentException(
          "of \"%s\" only the last versions are kept, all of them after %s"
              .formatted(key.text(), at));
    }
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
    return result(submit(key.size(), () -> store.history(key)));
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
      reads.requireComplete(stamp);
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

  /**
   * Finishes what waits, completes all futures and closes the storage. It does not wait for
   * callbacks. Closing it again does nothing.
   */
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
    answers.awaitEnd();
    storage.close();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A stamp after all writes so far is promised first: none will come at or below it. */
  private void reserve(Stamp at) {
    if (committed.isBefore(at)) {
      result(submit(0, () -> promised(at)));
    }
  }

  private <T> CompletableFuture<T> submit(long bytes, Supplier<T> work) {
    Request<T> request = new Request<>(bytes, work);
    requests.add(request);
    return request.future();
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
    try {
      for (List<Request<?>> taken = take(); !taken.isEmpty(); taken = take()) {
        taken.forEach(this::serve);
        commit();
      }
    } finally {
      answers.end();
    }
  }

  private List<Request<?>> take() {
    while (true) {
      try {
        return requests.take(GROUP_MAX);
      } catch (OutOfMemoryError e) {
        // Nothing was taken.
        stop(e);
      }
    }
  }

  private void serve(Request<?> request) {
    try {
      if (!isStopped) {
        request.run();
      }
    } catch (Error e) {
      stop(e);
    }
    done.add(request);
    if (group.bytes() >= GROUP_BYTES_MAX) {
      commit();
    }
  }

  private void commit() {
    try {
      if (!isStopped) {
        settle();
      }
    } catch (RuntimeException e) {
      done.forEach(request -> request.fail(e));
    } catch (Error e) {
      stop(e);
    }
    while (!done.isEmpty()) {
      try {
        answer();
      } catch (OutOfMemoryError e) {
        stop(e);
      }
    }
  }

  /** Makes durable and visible what was done, and says so. */
  private void settle() {
    group.flush();
    committed = last;
    answer();
  }

  private void answer() {
    if (isStopped) {
      done.forEach(request -> request.fail(refusal));
    }
    if (!done.isEmpty()) {
      answers.add(done);
      done.clear();
    }
  }

  private void stop(Error e) {
    if (!isStopped) {
      isStopped = true;
      refusal.initCause(e);
    }
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

  private MvccStore.Trimmed trimmed(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("the last 1 version or more is kept, not " + count);
    }
    settle();
    MvccStore.Trimmed done = store.keepLast(count, reads.raiseComplete(committed));
    reads.complete(done.completeFrom());
    return done;
  }

  private MvccStore.Collected collected(Stamp asked) {
    // The store would look at its clock again, which may have come there meanwhile.
    if (asked.time() > store.tick()) {
      throw new IllegalArgumentException(
          "the safe point %s lies ahead of the clock; now or earlier is allowed".formatted(asked));
    }
    // Reads begin at the safe point: all that comes at or before it must be there.
    settle();
    return store.collect(reads.raise(asked));
  }
}
