package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Callbacks may do anything with the store. The disk waits until all of them are there, so that
 * they run when their futures complete; the time limit is for those that wait for ever.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallbackTest {
  private static final Bytes KEY = Bytes.utf8("key");

  private final FailingStorage storage = new FailingStorage();
  private EmbeddedStore store;

  @BeforeEach
  void open() {
    HybridClock clock = new HybridClock(() -> 1_000_000, 500);
    store = new EmbeddedStore(storage, clock, new NodeId(0));
  }

  @Test
  void callbackReadsWhatOnlyTheWritingThreadKnows() {
    List<CompletableFuture<Integer>> sizes = new ArrayList<>();
    whileTheDiskWaits(
        () -> {
          sizes.add(put().thenApply(stamp -> store.history(KEY).size()));
          sizes.add(put().thenApply(stamp -> store.history(KEY).size()));
          sizes.add(
              put()
                  .thenApply(
                      stamp -> {
                        Stamp ahead = Stamp.lastOf(stamp.time() + 100);
                        return store.get(KEY, ahead) == null ? 0 : 3;
                      }));
        });
    assertThat(sizes.stream().map(CompletableFuture::join)).containsExactly(3, 3, 3);
    store.close();
  }

  @Test
  void callbacksThatWriteWaitForRoom() {
    ConcurrentLinkedQueue<CompletableFuture<Stamp>> second = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> first = new ArrayList<>();
    whileTheDiskWaits(
        () -> {
          for (int i = 0; i < 9_000; i++) {
            first.add(
                put()
                    .thenRun(
                        () -> {
                          second.add(put());
                          second.add(put());
                          second.add(put());
                        }));
          }
        });
    first.forEach(CompletableFuture::join);
    second.forEach(CompletableFuture::join);
    store.close();
    assertThat(second).hasSize(27_000);
  }

  @Test
  void callbackWaitsForALaterFutureOfItsGroup() {
    List<CompletableFuture<Stamp>> waited = new ArrayList<>();
    whileTheDiskWaits(
        () -> {
          List<CompletableFuture<Stamp>> later = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            int next = i + 1;
            CompletableFuture<Stamp> future = put();
            later.add(future);
            waited.add(future.thenApply(stamp -> next < 5 ? later.get(next).join() : stamp));
          }
        });
    waited.forEach(CompletableFuture::join);
    store.close();
  }

  @Test
  void callbackClosesTheStoreAndAllFuturesComplete() {
    List<CompletableFuture<Stamp>> futures = new ArrayList<>();
    AtomicReference<CompletableFuture<Void>> closed = new AtomicReference<>();
    whileTheDiskWaits(
        () -> {
          closed.set(put().thenRun(store::close));
          for (int i = 0; i < 3_000; i++) {
            futures.add(put());
          }
        });
    closed.get().join();
    assertThat(futures).allMatch(CompletableFuture::isDone);
    futures.forEach(CompletableFuture::join);
    assertThat(storage.isClosed).isTrue();
  }

  @Test
  void futuresCompleteInTheOrderOfTheWrites() {
    List<CompletableFuture<Stamp>> futures = new ArrayList<>();
    ConcurrentLinkedQueue<Integer> early = new ConcurrentLinkedQueue<>();
    whileTheDiskWaits(
        () -> {
          for (int i = 0; i < 2_000; i++) {
            int number = i;
            CompletableFuture<Stamp> future = put();
            futures.add(future);
            Consumer<Stamp> look =
                stamp -> {
                  if (number > 0 && !futures.get(number - 1).isDone()) {
                    early.add(number);
                  }
                };
            if (i % 3 == 0) {
              future.thenAccept(look);
            }
          }
        });
    store.close();
    assertThat(futures).allMatch(CompletableFuture::isDone);
    assertThat(early).isEmpty();
  }

  private CompletableFuture<Stamp> put() {
    return store.put(KEY, KEY);
  }

  private void whileTheDiskWaits(Runnable work) {
    storage.hold();
    store.put(Bytes.utf8("other"), KEY);
    storage.awaitHeld();
    work.run();
    storage.letGo();
  }
}
