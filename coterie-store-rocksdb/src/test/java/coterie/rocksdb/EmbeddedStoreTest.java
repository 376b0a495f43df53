package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.storage.StorageException;
import coterie.store.mvcc.MvccStore;
import coterie.store.mvcc.MvccStore.Outcome;
import coterie.store.mvcc.MvccStore.Write;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The store for many threads. */
class EmbeddedStoreTest {
  private static final Bytes KEY = Bytes.utf8("key");
  private static final Bytes LEFT = Bytes.utf8("left");
  private static final Bytes RIGHT = Bytes.utf8("right");

  @TempDir private Path folder;

  @Test
  void serviceKeepsItsValues() {
    // What docs/store.md shows.
    Stamp first;
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      first = store.put(Bytes.utf8("city"), Bytes.utf8("Lisboa")).join();
      store.put(Bytes.utf8("city"), Bytes.utf8("Porto")).join();
      store.putIf(Bytes.utf8("city"), first, Bytes.utf8("Faro")).join(); // refused: not the newest
    }
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      Version now = store.get(Bytes.utf8("city"));
      Version then = store.get(Bytes.utf8("city"), first);
      assertThat(now.value().text()).isEqualTo("Porto");
      assertThat(then.value().text()).isEqualTo("Lisboa");
    }
  }

  @Test
  void everyAcknowledgedWriteOfManyThreadsIsThere() throws Exception {
    int threads = 8;
    int writes = 200;
    List<Stamp> stamps = new ArrayList<>();
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      inParallel(
          threads,
          thread -> {
            for (int i = 0; i < writes; i++) {
              Bytes key = Bytes.utf8(thread + "/" + i);
              Stamp stamp = store.put(key, key).join();
              assertThat(store.get(key).stamp()).isEqualTo(stamp);
              synchronized (stamps) {
                stamps.add(stamp);
              }
            }
          });
    }
    assertThat(stamps).doesNotHaveDuplicates().hasSize(threads * writes);
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      List<Version> found = new ArrayList<>();
      store.scan(Bytes.none(), null, store.now(), found::add);
      assertThat(found).hasSize(threads * writes).allMatch(v -> v.key().equals(v.value()));
    }
  }

  @Test
  void manyWritesThatWaitCostFewSyncs() {
    FailingStorage storage = new FailingStorage();
    try (EmbeddedStore store = over(storage)) {
      List<CompletableFuture<Stamp>> futures = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        futures.add(store.put(KEY, Bytes.utf8("" + i)));
      }
      futures.forEach(CompletableFuture::join);
    }
    assertThat(storage.batches).isLessThan(10_000);
  }

  @Test
  void readersNeverSeeHalfAWriteAndReadTheSameAgain() throws Exception {
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      AtomicBoolean isOver = new AtomicBoolean();
      store.write(List.of(new Write(LEFT, KEY), new Write(RIGHT, KEY))).join();
      inParallel(
          4,
          thread -> {
            for (int i = 0; thread == 0 && i < 1_500; i++) {
              Bytes value = Bytes.utf8("" + i);
              Stamp before =
                  store.write(List.of(new Write(LEFT, value), new Write(RIGHT, value))).join();
              if (i % 100 == 0) {
                store.collect(before).join();
              }
            }
            isOver.compareAndSet(false, thread == 0);
            while (!isOver.get()) {
              try (EmbeddedStore.Snapshot snapshot = store.snapshot()) {
                Version left = snapshot.get(LEFT);
                Version right = snapshot.get(RIGHT);
                assertThat(left.value()).isEqualTo(right.value());
                List<Version> found = new ArrayList<>();
                snapshot.scan(LEFT, null, found::add);
                assertThat(found).containsExactly(left, right);
              }
              assertThat(store.get(LEFT)).isNotNull();
            }
          });
    }
  }

  @Test
  void oneOfManyConditionalWritesWins() throws Exception {
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      for (int round = 0; round < 20; round++) {
        Version before = store.get(KEY);
        Stamp expected = before == null ? null : before.stamp();
        List<Outcome> outcomes = new ArrayList<>();
        inParallel(
            4,
            thread -> {
              Outcome outcome = store.putIf(KEY, expected, Bytes.utf8("" + thread)).join();
              synchronized (outcomes) {
                outcomes.add(outcome);
              }
            });
        assertThat(outcomes.stream().filter(o -> o instanceof Outcome.Written)).hasSize(1);
      }
    }
  }

  @Test
  void diskThatFailsReachesTheCallersAndReadingGoesOn() {
    FailingStorage storage = new FailingStorage();
    try (EmbeddedStore store = over(storage)) {
      Stamp stamp = store.put(KEY, LEFT).join();
      storage.isFull = true;
      failed(store.put(KEY, RIGHT));
      failed(store.delete(KEY));
      storage.isFull = false;
      failed(store.put(KEY, RIGHT));
      assertThat(store.get(KEY)).isEqualTo(Version.of(KEY, stamp, LEFT));
      assertThat(store.get(KEY, stamp)).isEqualTo(Version.of(KEY, stamp, LEFT));
    }
    assertThat(storage.isClosed).isTrue();
  }

  @Test
  void mistakeOfOneCallerIsItsOwn() {
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      CompletableFuture<Stamp> bad = store.put(KEY, Bytes.of(new byte[MvccStore.VALUE_MAX + 1]));
      CompletableFuture<Stamp> good = store.put(KEY, LEFT);
      assertThatThrownBy(bad::join)
          .hasCauseInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a value has at most");
      Stamp stamp = good.join();
      assertThat(store.get(KEY).stamp()).isEqualTo(stamp);
      Stamp future = Stamp.lastOf(HybridClock.time(System.currentTimeMillis() + 100_000, 0));
      assertThatThrownBy(() -> store.get(KEY, future)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> store.collect(future).join())
          .hasCauseInstanceOf(IllegalArgumentException.class);
      assertThat(store.get(KEY)).isNotNull();
    }
  }

  @Test
  void lastVersionsAreKeptAndWhatAnOpenSnapshotShows() {
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      Stamp first = store.put(KEY, Bytes.utf8("1")).join();
      try (EmbeddedStore.Snapshot snapshot = store.snapshot()) {
        store.put(KEY, Bytes.utf8("2")).join();
        assertThat(store.keepLast(1).join().removed()).isZero();
        assertThat(snapshot.get(KEY)).isNotNull();
      }
      assertThat(store.keepLast(1).join().removed()).isEqualTo(1);
      assertThatThrownBy(() -> store.get(KEY, first))
          .hasMessageContaining("only the last versions are kept");
      assertThatThrownBy(() -> store.scan(KEY, null, first, version -> true))
          .hasMessageContaining("only the last versions are kept");
      assertThatThrownBy(() -> store.keepLast(0).join()).hasMessageContaining("not 0");
    }
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      Stamp early = Stamp.lastOf(1);
      assertThatThrownBy(() -> store.get(KEY, early))
          .hasMessageContaining("only the last versions are kept");
    }
  }

  @Test
  void collectionStopsAtAnOpenSnapshotAndRefusesReadsBelowTheSafePoint() {
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      Stamp first = store.put(KEY, LEFT).join();
      EmbeddedStore.Snapshot snapshot = store.snapshot();
      Stamp second = store.put(KEY, RIGHT).join();
      assertThat(store.collect(second).join().removed()).isZero();
      assertThat(snapshot.get(KEY).stamp()).isEqualTo(first);
      snapshot.close();
      assertThatThrownBy(() -> snapshot.get(KEY)).isInstanceOf(IllegalStateException.class);
      assertThat(store.collect(second).join().removed()).isEqualTo(1);
      assertThatThrownBy(() -> store.get(KEY, first))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("was collected");
      assertThat(store.get(KEY).stamp()).isEqualTo(second);
      assertThat(store.history(KEY)).hasSize(1);
      store
          .collect(new Stamp(HybridClock.time(System.currentTimeMillis(), 0), new NodeId(0)))
          .join();
      assertThat(store.get(KEY).stamp()).isEqualTo(second);
    }
  }

  /** A wall clock that goes on with every look at it, so that two looks never agree. */
  @Test
  void collectionAheadOfTheClockLeavesAnOpenSnapshotAlone() {
    AtomicLong wall = new AtomicLong(1_000_000);
    HybridClock clock = new HybridClock(wall::incrementAndGet, 500);
    try (EmbeddedStore store = new EmbeddedStore(new FailingStorage(), clock, new NodeId(0))) {
      store.put(KEY, LEFT).join();
      try (EmbeddedStore.Snapshot snapshot = store.snapshot()) {
        store.put(KEY, RIGHT).join();
        for (int ahead = 0; ahead < 6; ahead++) {
          long time = HybridClock.time(wall.get() + ahead, HybridClock.COUNTER_MAX);
          store.collect(Stamp.lastOf(time)).handle((collected, e) -> collected).join();
          assertThat(snapshot.get(KEY).value()).isEqualTo(LEFT);
        }
      }
    }
  }

  @Test
  void snapshotDuringACollectionShowsTheSameAgain() {
    FailingStorage storage = new FailingStorage();
    HybridClock clock = new HybridClock(() -> 1_000_000, 500);
    try (EmbeddedStore store = new EmbeddedStore(storage, clock, new NodeId(0))) {
      Stamp first = store.put(KEY, LEFT).join();
      storage.hold();
      store.put(LEFT, LEFT);
      storage.awaitHeld();
      CompletableFuture<Stamp> written = store.put(KEY, RIGHT);
      CompletableFuture<MvccStore.Collected> collected =
          store.collect(Stamp.lastOf(first.time() + 2));
      storage.letOneGo();
      storage.awaitHeld();
      try (EmbeddedStore.Snapshot snapshot = store.snapshot()) {
        List<Version> before = new ArrayList<>();
        snapshot.scan(KEY, null, before::add);
        storage.letGo();
        assertThat(written.join().time()).isEqualTo(first.time() + 2);
        collected.join();
        List<Version> after = new ArrayList<>();
        snapshot.scan(KEY, null, after::add);
        assertThat(after).isEqualTo(before);
      }
    }
  }

  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void errorFailsWhatWaitsAndStopsTheStore() {
    FailingStorage storage = new FailingStorage();
    try (EmbeddedStore store = over(storage)) {
      Stamp stamp = store.put(KEY, LEFT).join();
      storage.hold();
      CompletableFuture<Stamp> first = store.put(KEY, RIGHT);
      storage.awaitHeld();
      CompletableFuture<Stamp> second = store.put(KEY, RIGHT);
      storage.error = new OutOfMemoryError("no heap");
      storage.letGo();
      failed(first);
      failed(second);
      assertThatThrownBy(() -> store.put(KEY, RIGHT).join())
          .hasMessageContaining("stopped by an error")
          .hasRootCauseInstanceOf(OutOfMemoryError.class);
      assertThat(store.get(KEY)).isEqualTo(Version.of(KEY, stamp, LEFT));
    }
    assertThat(storage.isClosed).isTrue();
  }

  @Test
  void readAheadOfTheClockIsNotChangedByLaterWrites() {
    try (EmbeddedStore store = EmbeddedStore.open(folder)) {
      store.put(KEY, LEFT).join();
      Stamp soon = Stamp.lastOf(HybridClock.time(System.currentTimeMillis() + 300, 0));
      Version seen = store.get(KEY, soon);
      Stamp later = store.put(KEY, RIGHT).join();
      assertThat(soon.isBefore(later)).isTrue();
      assertThat(store.get(KEY, soon)).isEqualTo(seen);
      assertThat(store.get(KEY).stamp()).isEqualTo(later);
    }
  }

  @Test
  void closingFinishesWhatWaitsAndRefusesTheRest() {
    EmbeddedStore store = EmbeddedStore.open(folder);
    List<CompletableFuture<Stamp>> futures = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      futures.add(store.put(Bytes.utf8("" + i), KEY));
    }
    store.close();
    store.close();
    assertThat(futures).allMatch(CompletableFuture::isDone);
    futures.forEach(CompletableFuture::join);
    assertThatThrownBy(() -> store.put(KEY, LEFT)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.get(KEY)).isInstanceOf(IllegalStateException.class);
    try (EmbeddedStore again = EmbeddedStore.open(folder)) {
      assertThat(again.get(Bytes.utf8("499"))).isNotNull();
    }
  }

  private static EmbeddedStore over(FailingStorage storage) {
    return new EmbeddedStore(
        storage, new HybridClock(System::currentTimeMillis, 500), new NodeId(0));
  }

  private static void failed(CompletableFuture<Stamp> future) {
    assertThatThrownBy(future::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StorageException.class);
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inParallel(int threads, Work work) throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        tasks.add(
            () -> {
              work.run(thread);
              return null;
            });
      }
      for (Future<Void> future : pool.invokeAll(tasks)) {
        future.get();
      }
    }
  }
}
