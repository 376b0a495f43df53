package coterie.store.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.store.mvcc.MvccStore.Outcome;
import coterie.store.mvcc.MvccStore.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MvccStoreTest {
  private static final NodeId SELF = new NodeId(1);
  private static final Bytes X = Bytes.utf8("x");
  private static final Bytes Y = Bytes.utf8("y");

  private long wallMillis = 1_000;
  private FailingStorage storage = new FailingStorage();
  private MvccStore store = opened();

  private MvccStore opened() {
    return new MvccStore(new HybridClock(() -> wallMillis, 500), SELF, storage);
  }

  private static Bytes value(String text) {
    return Bytes.utf8(text);
  }

  private static @Nullable String text(@Nullable Version version) {
    return version == null ? null : version.value().text();
  }

  private Stamp put(Bytes key, String text) {
    wallMillis++;
    return store.put(key, value(text));
  }

  private static Stamp at(long millis) {
    return Stamp.lastOf(HybridClock.time(millis, 0));
  }

  @Test
  void readAtAStampFindsTheNewestVersionAtOrBeforeIt() {
    Stamp first = put(X, "1");
    Stamp second = put(X, "2");
    assertThat(text(store.get(X))).isEqualTo("2");
    assertThat(text(store.get(X, first))).isEqualTo("1");
    assertThat(text(store.get(X, second))).isEqualTo("2");
    assertThat(store.get(X, Stamp.FIRST)).isNull();
  }

  @Test
  void readAfterADeleteFindsNothing() {
    Stamp first = put(X, "1");
    Stamp deleted = store.delete(X);
    assertThat(store.get(X)).isNull();
    assertThat(store.get(X, deleted)).isNull();
    assertThat(text(store.get(X, first))).isEqualTo("1");
    assertThat(store.scan(Bytes.none(), null, 10)).isEmpty();
    assertThat(store.history(X)).extracting(Version::isDeleted).containsExactly(true, false);
  }

  @Test
  void writeOfSeveralKeysHasOneStamp() {
    Stamp stamp = store.write(List.of(new Write(X, value("1")), new Write(Y, value("2"))));
    assertThat(store.scan(Bytes.none(), null, 10))
        .extracting(Version::stamp)
        .containsExactly(stamp, stamp);
  }

  @Test
  void writeOfOneKeyTwiceOrOfNoneIsRefused() {
    assertThatThrownBy(() -> store.write(List.of(new Write(X, value("1")), new Write(X, null))))
        .hasMessage("the key \"x\" is in one write twice; once is allowed");
    assertThatThrownBy(() -> store.write(List.of()))
        .hasMessage("a write changes 1 key or more, not 0");
    assertThat(storage.writes).isZero();
  }

  @Test
  void conditionalWriteTakesTheVersionThatAReaderSees() {
    Outcome made = store.putIf(X, null, value("1"));
    assertThat(store.putIf(X, null, value("2"))).isEqualTo(new Outcome.Refused(store.get(X)));
    Stamp first = ((Outcome.Written) made).stamp();
    assertThat(store.deleteIf(X, first)).isInstanceOf(Outcome.Written.class);
    Stamp tombstone = store.history(X).getFirst().stamp();
    assertThat(store.putIf(X, tombstone, value("3"))).isEqualTo(new Outcome.Refused(null));
    assertThat(store.putIf(X, null, value("3"))).isInstanceOf(Outcome.Written.class);
  }

  @Test
  void snapshotDoesNotChange() {
    put(X, "1");
    MvccStore.Snapshot snapshot = store.snapshot();
    put(X, "2");
    store.delete(Y);
    assertThat(text(snapshot.get(X))).isEqualTo("1");
    assertThat(snapshot.scan(Bytes.none(), null, 5)).hasSize(1);
    snapshot.close();
    assertThatThrownBy(() -> snapshot.get(X)).hasMessageContaining("the snapshot is closed");
  }

  @Test
  void openSnapshotLowersTheSafePoint() {
    put(X, "1");
    MvccStore.Snapshot snapshot = store.snapshot();
    Stamp second = put(X, "2");
    assertThat(store.collect(second).safePoint()).isEqualTo(snapshot.stamp());
    assertThat(text(snapshot.get(X))).isEqualTo("1");
    snapshot.close();
    assertThat(store.collect(second)).isEqualTo(new MvccStore.Collected(second, 1));
  }

  @Test
  void collectionKeepsTheCurrentValue() {
    Stamp first = put(X, "1");
    Stamp second = put(X, "2");
    Stamp later = put(Y, "3");
    assertThat(store.collect(later).removed()).isEqualTo(1);
    assertThat(text(store.get(X))).isEqualTo("2");
    assertThatThrownBy(() -> store.get(X, first)).hasMessageContaining("was collected");
    assertThatThrownBy(() -> store.get(X, second)).hasMessageContaining("must be at or after it");
    assertThat(text(store.get(X, later))).isEqualTo("2");
  }

  @Test
  void collectionRemovesATombstoneWithAllBelowIt() {
    put(X, "1");
    Stamp deleted = store.delete(X);
    assertThat(store.collect(deleted).removed()).isEqualTo(2);
    assertThat(store.history(X)).isEmpty();
  }

  @Test
  void lastVersionsAreKeptOfEveryKey() {
    Stamp first = put(X, "1");
    Stamp second = put(X, "2");
    Stamp alone = put(Y, "only");
    Stamp third = put(X, "3");
    assertThat(store.keepLast(2)).isEqualTo(new MvccStore.Trimmed(second, 1));
    assertThat(text(store.get(X, second))).isEqualTo("2");
    assertThat(text(store.get(X, third))).isEqualTo("3");
    assertThatThrownBy(() -> store.get(X, first))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only the last versions are kept");
    assertThat(text(store.get(Y, alone))).isEqualTo("only");
    assertThat(store.scan(X, null, second, 10)).hasSize(1);
    assertThatThrownBy(() -> store.scan(X, null, first, 10)).hasMessageContaining("a scan at");
    assertThat(store.keepLast(2).removed()).isZero();
  }

  @Test
  void openSnapshotKeepsWhatItShows() {
    put(X, "1");
    MvccStore.Snapshot snapshot = store.snapshot();
    put(X, "2");
    put(X, "3");
    assertThat(store.keepLast(1).removed()).isZero();
    assertThat(text(snapshot.get(X))).isEqualTo("1");
    assertThat(snapshot.get(Y)).isNull();
    snapshot.close();
    assertThat(store.keepLast(1).removed()).isEqualTo(2);
    assertThat(text(store.get(X))).isEqualTo("3");
  }

  @Test
  void lastOfNoVersionsIsRefused() {
    assertThatThrownBy(() -> store.keepLast(0))
        .hasMessage("the last 1 version or more is kept, not 0");
  }

  /** More of one key than are looked at in one go. */
  @Test
  void keyWithManyVersionsIsTrimmedWhole() {
    for (int i = 0; i < 70_000; i++) {
      put(X, "1");
    }
    assertThat(store.keepLast(10).removed()).isEqualTo(69_990);
    assertThat(store.history(X)).hasSize(10);
  }

  @Test
  void safePointNeverGoesBack() {
    Stamp first = put(X, "1");
    Stamp second = put(X, "2");
    store.collect(second);
    assertThat(store.collect(first).safePoint()).isEqualTo(second);
    assertThat(store.safePoint()).isEqualTo(second);
  }

  @Test
  void safePointAheadOfTheClockIsRefused() {
    put(X, "1");
    assertThatThrownBy(() -> store.collect(at(wallMillis + 100)))
        .hasMessageContaining("now or earlier is allowed");
  }

  @Test
  void stampFromTheFarFutureIsRefused() {
    Stamp far = at(wallMillis + 501);
    String why = "a time 501 ms ahead of this clock was received; at most 500 ms are allowed";
    assertThatThrownBy(() -> store.get(X, far)).hasMessageContaining(why);
    assertThatThrownBy(() -> store.scan(X, null, far, 1)).hasMessageContaining(why);
    assertThatThrownBy(() -> store.collect(far)).hasMessageContaining(why);
    assertThatThrownBy(() -> store.accept(List.of(Version.of(X, far, value("1")))))
        .hasMessageContaining(why);
    assertThat(store.get(X)).isNull();
  }

  @Test
  void readAheadOfTheClockMovesTheClock() {
    Stamp ahead = at(wallMillis + 300);
    assertThat(store.get(X, ahead)).isNull();
    assertThat(ahead.isBefore(store.put(X, value("1")))).isTrue();
    assertThat(store.get(X, ahead)).isNull();
  }

  @Test
  void versionsAreOrderedByStampNotByArrival() {
    Version late = Version.of(X, new Stamp(HybridClock.time(1_100, 0), new NodeId(2)), value("b"));
    Version early = Version.of(X, new Stamp(HybridClock.time(900, 0), new NodeId(2)), value("a"));
    store.accept(List.of(late));
    Stamp received = store.accept(List.of(early));
    assertThat(text(store.get(X))).isEqualTo("b");
    assertThat(late.stamp().isBefore(received)).isTrue();
  }

  @Test
  void versionBelowTheSafePointIsNotAccepted() {
    Stamp old = new Stamp(HybridClock.time(900, 0), new NodeId(2));
    store.collect(store.delete(X));
    assertThatThrownBy(() -> store.accept(List.of(Version.of(X, old, value("a")))))
        .hasMessageContaining("only those after the safe point");
  }

  @Test
  void limitsAreStatedWhenTheyAreBroken() {
    assertThatThrownBy(() -> store.put(Bytes.none(), value("1")))
        .hasMessage("a key has 1 to 4096 bytes, not 0");
    assertThatThrownBy(() -> store.delete(Bytes.of(new byte[MvccStore.KEY_MAX + 1])))
        .hasMessage("a key has 1 to 4096 bytes, not 4097");
    assertThatThrownBy(() -> store.put(X, Bytes.of(new byte[MvccStore.VALUE_MAX + 1])))
        .hasMessage("a value has at most 1048576 bytes, not 1048577");
    assertThatThrownBy(() -> store.scan(X, null, 0))
        .hasMessage("a scan returns 1 version or more, not 0");
  }

  @Test
  void stampsGrowAcrossARestartWithAClockThatWasSetBack() {
    Stamp before = put(X, "1");
    wallMillis -= 500;
    storage = storage.reopened();
    store = opened();
    assertThat(before.isBefore(store.put(X, value("2")))).isTrue();
  }

  @Test
  void manyRestartsInARowDoNotMakeTheClockRunAway() {
    Stamp stamp = Stamp.FIRST;
    for (int i = 0; i < 100; i++) {
      storage = storage.reopened();
      store = opened();
      stamp = store.put(X, value("1"));
      wallMillis += 70;
    }
    long aheadMillis = HybridClock.millis(stamp.time()) - wallMillis;
    assertThat(aheadMillis).isLessThanOrEqualTo(MvccStore.BLOCK_MILLIS);
  }

  @Test
  void ceilingIsWrittenSeldomAndWithAWrite() {
    int[] marks = new int[1];
    FailingStorage counting =
        new FailingStorage() {
          @Override
          public void write(Batch batch) {
            marks[0] += batch.marks().size();
            super.write(batch);
          }
        };
    MvccStore counted = new MvccStore(new HybridClock(() -> wallMillis, 500), SELF, counting);
    for (int i = 0; i < 10_000; i++) {
      wallMillis++;
      counted.put(X, value("1"));
    }
    assertThat(counting.writes).isEqualTo(10_000);
    assertThat(marks[0]).isBetween(5, 15);
  }
}
