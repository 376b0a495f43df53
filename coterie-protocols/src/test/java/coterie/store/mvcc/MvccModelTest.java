package coterie.store.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.store.mvcc.MvccHistory.Usage;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One store against a plain list, over many seeds; and that broken stores are found out. */
class MvccModelTest {
  private static final int STEPS = 250;
  private static final int SEEDS = ManySeeds.count(20, 1_000);

  private static String firstViolation(
      int seeds, boolean isAlone, BiFunction<FailingStorage, HybridClock, Usage> opener) {
    return firstViolation(seeds, isAlone, false, opener);
  }

  private static String firstViolation(
      int seeds,
      boolean isAlone,
      boolean keepsLast,
      BiFunction<FailingStorage, HybridClock, Usage> opener) {
    for (long seed = 0; seed < seeds; seed++) {
      List<String> violations = new MvccHistory(seed, isAlone, keepsLast, opener).run(STEPS);
      if (!violations.isEmpty()) {
        return "seed %d: %s".formatted(seed, violations.getFirst());
      }
    }
    return "";
  }

  @Test
  void storeAloneIsLikeThePlainList() {
    assertThat(firstViolation(SEEDS, true, Usage::new)).isEmpty();
  }

  @Test
  void storeThatAcceptsOthersVersionsIsLikeThePlainList() {
    assertThat(firstViolation(SEEDS, false, Usage::new)).isEmpty();
  }

  @Test
  void storeThatKeepsTheLastVersionsIsLikeThePlainList() {
    assertThat(firstViolation(SEEDS / 2, true, true, Usage::new)).isEmpty();
    assertThat(firstViolation(SEEDS / 2, false, true, Usage::new)).isEmpty();
  }

  /** A crash leaves a gap, and a reader finds what was before it. */
  @Test
  void lastVersionsThatAreKeptWithAGapAreCaught() {
    assertLastCaught(
        (storage, clock) ->
            new Usage(storage, clock) {
              @Override
              void keepLast(int count, Stamp limit, int batch) {
                Trimmer.Remover newestFirst =
                    (places, from) -> {
                      Storage.Mark mark = new Storage.Mark(MvccStore.COMPLETE_FROM, from);
                      for (Storage.Place place : places.reversed()) {
                        storage.write(new Storage.Batch(List.of(), List.of(place), List.of(mark)));
                      }
                    };
                new Trimmer(storage, count, limit, 100, newestFirst).run();
              }
            });
  }

  /** Nobody is told that a version is gone. */
  @Test
  void lastVersionsWithoutAMarkAreCaught() {
    assertLastCaught(
        (storage, clock) ->
            new Usage(storage, clock) {
              @Override
              void keepLast(int count, Stamp limit, int batch) {
                new Trimmer(
                        storage,
                        count,
                        limit,
                        batch,
                        (places, from) ->
                            storage.write(new Storage.Batch(List.of(), places, List.of())))
                    .run();
              }
            });
  }

  /** One too few. */
  @Test
  void visibleVersionThatIsDroppedIsCaught() {
    assertLastCaught(
        (storage, clock) ->
            new Usage(storage, clock) {
              @Override
              void keepLast(int count, Stamp limit, int batch) {
                super.keepLast(count, limit, batch);
                new Trimmer(
                        storage,
                        0,
                        Stamp.lastOf(Long.MAX_VALUE),
                        batch,
                        (places, from) ->
                            storage.write(new Storage.Batch(List.of(), places, List.of())))
                    .run();
              }
            });
  }

  private static void assertLastCaught(BiFunction<FailingStorage, HybridClock, Usage> broken) {
    assertThat(firstViolation(200, true, true, broken)).isNotEmpty();
  }

  @Test
  void longLifeIsLikeThePlainList() {
    assertThat(new MvccHistory(7, false, true, Usage::new).run(2_000)).isEmpty();
  }

  /** Deletes all that is older than the safe point, and with it the current values. */
  @Test
  void collectionOfTheCurrentValueIsCaught() {
    assertCaught(
        (storage, clock) ->
            new Usage(storage, clock) {
              @Override
              void collect(Stamp at, int batch) {
                super.collect(at, batch);
                List<Storage.Place> old = new ArrayList<>();
                storage.versions(
                    Bytes.none(),
                    null,
                    version -> {
                      if (version.stamp().isBefore(at)) {
                        old.add(new Storage.Place(version.key(), version.stamp()));
                      }
                      return true;
                    });
                storage.write(new Storage.Batch(List.of(), old, List.of()));
              }
            },
        "should be");
  }

  /** A crash between the tombstone and what it hides brings that back. */
  @Test
  void tombstoneThatGoesFirstIsCaught() {
    assertCaught(
        (storage, clock) ->
            new Usage(storage, clock) {
              @Override
              void collect(Stamp at, int batch) {
                for (int i = 0; i < 6; i++) {
                  Version newest = storage.newest(Bytes.utf8("k" + i), at);
                  if (newest != null && newest.isDeleted() && !at.isBefore(store.safePoint())) {
                    Storage.Place place = new Storage.Place(newest.key(), newest.stamp());
                    storage.write(new Storage.Batch(List.of(), List.of(place), List.of()));
                  }
                }
                super.collect(at, batch);
              }
            },
        "should be");
  }

  /** Overlooks that the key was deleted. */
  @Test
  void valueBeforeADeleteThatIsReadIsCaught() {
    assertCaught(
        (storage, clock) ->
            new Usage(storage, clock) {
              @Override
              @Nullable Version get(Bytes key, Stamp at) {
                super.get(key, at);
                return store.history(key).stream()
                    .filter(one -> one.stamp().compareTo(at) <= 0 && !one.isDeleted())
                    .findFirst()
                    .orElse(null);
              }
            },
        "should be");
  }

  /** Stamps with the order of arrival in place of the writer's clock. */
  @Test
  void orderOfArrivalIsCaught() {
    BiFunction<FailingStorage, HybridClock, Usage> byArrival =
        (storage, clock) ->
            new Usage(storage, clock) {
              private final List<Version> arrived = new ArrayList<>();

              @Override
              @Nullable Version get(Bytes key, Stamp at) {
                Version right = super.get(key, at);
                if (right != null && !arrived.contains(right)) {
                  arrived.add(right);
                }
                return arrived.stream()
                    .filter(one -> one.key().equals(key) && one.stamp().compareTo(at) <= 0)
                    .reduce((earlier, later) -> later)
                    .filter(one -> right != null)
                    .orElse(null);
              }
            };
    assertThat(firstViolation(100, false, byArrival)).contains("should be");
  }

  /** A clock that begins anew after a crash, while the wall clock was set back. */
  @Test
  void forgottenCeilingIsCaught() {
    BiFunction<FailingStorage, HybridClock, Usage> forgetful =
        (storage, clock) -> new Usage(new Forgetful(storage), clock);
    assertThat(firstViolation(100, true, forgetful)).isNotEmpty();
  }

  private static final class Forgetful extends FailingStorage {
    private final FailingStorage storage;

    Forgetful(FailingStorage storage) {
      this.storage = storage;
    }

    @Override
    void failAfter(int moreWrites) {
      storage.failAfter(moreWrites);
    }

    @Override
    FailingStorage reopened() {
      return storage.reopened();
    }

    @Override
    public void write(Batch batch) {
      storage.write(
          new Batch(
              batch.added(),
              batch.removed(),
              batch.marks().stream().filter(mark -> !mark.name().equals(Ceiling.MARK)).toList()));
    }

    @Override
    public @Nullable Version newest(Bytes key, Stamp at) {
      return storage.newest(key, at);
    }

    @Override
    public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
      storage.scan(from, to, at, visitor);
    }

    @Override
    public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
      storage.versions(from, to, visitor);
    }

    @Override
    public @Nullable Stamp mark(String name) {
      return storage.mark(name);
    }
  }

  private static void assertCaught(
      BiFunction<FailingStorage, HybridClock, Usage> broken, String violation) {
    assertThat(firstViolation(100, true, broken)).contains(violation);
  }
}
