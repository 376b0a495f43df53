package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Storage.Batch;
import coterie.core.Storage.Mark;
import coterie.core.Storage.Place;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What every storage does. */
abstract class StorageContract {
  static final Stamp LAST = Stamp.lastOf(Long.MAX_VALUE);

  /** Has nothing in it. */
  abstract Storage storage();

  /** The same contents after a restart, where there is such a thing. */
  Storage reopened(Storage storage) {
    return storage;
  }

  @Test
  void newestIsTheOneAtOrBeforeTheStamp() {
    Storage storage = storage();
    Bytes key = Bytes.utf8("k");
    add(storage, Version.of(key, at(10), Bytes.utf8("a")), Version.tombstone(key, at(20)));
    assertThat(storage.newest(key, at(9))).isNull();
    assertThat(storage.newest(key, at(10))).isEqualTo(Version.of(key, at(10), Bytes.utf8("a")));
    assertThat(storage.newest(key, at(19)).value()).isEqualTo(Bytes.utf8("a"));
    assertThat(storage.newest(key, at(20))).isEqualTo(Version.tombstone(key, at(20)));
    assertThat(storage.newest(key, LAST).isDeleted()).isTrue();
    assertThat(storage.newest(Bytes.utf8("l"), LAST)).isNull();
  }

  @Test
  void nodesBreakTiesAndAreSigned() {
    Storage storage = storage();
    Bytes key = Bytes.utf8("k");
    List<Stamp> stamps = new ArrayList<>();
    for (long node : new long[] {Long.MIN_VALUE, -5, -1, 0, 1, 7, Long.MAX_VALUE}) {
      stamps.add(new Stamp(3, new NodeId(node)));
      add(storage, Version.of(key, stamps.getLast(), Bytes.utf8("of " + node)));
    }
    stamps.forEach(stamp -> assertThat(storage.newest(key, stamp).stamp()).isEqualTo(stamp));
    assertThat(versions(storage, Bytes.none(), null).stream().map(Version::stamp))
        .containsExactlyElementsOf(stamps.reversed());
  }

  @Test
  void keysAreOrderedByteByByteWhateverIsInThem() {
    Storage storage = storage();
    List<Bytes> keys = new ArrayList<>();
    byte[] bytes = {0, 1, 2, 127, -128, -2, -1};
    for (byte first : bytes) {
      keys.add(Bytes.of(first));
      for (byte second : bytes) {
        keys.add(Bytes.of(first, second));
        keys.add(Bytes.of(first, second, (byte) 0));
        keys.add(Bytes.of(first, second, (byte) 0, (byte) -1));
        keys.add(Bytes.of(first, second, (byte) 0, (byte) 0));
      }
    }
    keys.forEach(key -> add(storage, Version.of(key, at(1), key), Version.of(key, at(2), key)));
    List<Bytes> sorted = keys.stream().sorted().toList();
    assertThat(scan(storage, Bytes.none(), null, LAST).stream().map(Version::key))
        .containsExactlyElementsOf(sorted);
    for (Bytes key : sorted) {
      assertThat(storage.newest(key, at(1))).isEqualTo(Version.of(key, at(1), key));
    }
    for (int i = 0; i < sorted.size(); i += 7) {
      assertThat(scan(storage, sorted.get(i), sorted.getLast(), LAST))
          .hasSize(sorted.size() - 1 - i);
    }
  }

  @Test
  void versionCanBeAddedTwiceAndRemovedTwice() {
    Storage storage = storage();
    Version version = Version.of(Bytes.utf8("k"), at(1), Bytes.none());
    add(storage, version);
    add(storage, version);
    assertThat(versions(storage, Bytes.none(), null)).containsExactly(version);
    for (int i = 0; i < 2; i++) {
      storage.write(
          new Batch(List.of(), List.of(new Place(version.key(), version.stamp())), List.of()));
      assertThat(versions(storage, Bytes.none(), null)).isEmpty();
    }
  }

  @Test
  void marksAreApartFromKeys() {
    Storage storage = storage();
    assertThat(storage.mark("ceiling")).isNull();
    Stamp stamp = new Stamp(-7, new NodeId(Long.MIN_VALUE));
    storage.write(new Batch(List.of(), List.of(), List.of(new Mark("ceiling", at(5)))));
    storage.write(Batch.marking("ceiling", stamp));
    assertThat(storage.mark("ceiling")).isEqualTo(stamp);
    assertThat(storage.mark("ceil")).isNull();
    assertThat(versions(storage, Bytes.none(), null)).isEmpty();
    assertThat(storage.newest(Bytes.utf8("ceiling"), LAST)).isNull();
  }

  @Test
  void visitorStopsWhenItWantsNoMore() {
    Storage storage = storage();
    for (int i = 0; i < 5; i++) {
      Bytes key = Bytes.of((byte) i);
      add(storage, Version.of(key, at(1), key), Version.of(key, at(2), key));
    }
    List<Version> seen = new ArrayList<>();
    storage.scan(Bytes.none(), null, LAST, version -> seen.add(version) && seen.size() < 3);
    assertThat(seen).hasSize(3);
    seen.clear();
    storage.versions(Bytes.none(), null, version -> seen.add(version) && seen.size() < 7);
    assertThat(seen).hasSize(7);
  }

  @Test
  void emptyAndReversedRangesHoldNothing() {
    Storage storage = storage();
    add(storage, Version.of(Bytes.utf8("b"), at(1), Bytes.none()));
    assertThat(scan(storage, Bytes.utf8("b"), Bytes.utf8("b"), LAST)).isEmpty();
    assertThat(scan(storage, Bytes.utf8("c"), Bytes.utf8("a"), LAST)).isEmpty();
    assertThat(versions(storage, Bytes.utf8("c"), Bytes.utf8("a"))).isEmpty();
    assertThat(scan(storage, Bytes.utf8("a"), Bytes.utf8("b"), LAST)).isEmpty();
  }

  @Test
  void bigKeysAndValuesComeBackWhole() {
    Storage storage = storage();
    Random random = new Random(1);
    for (int size : new int[] {1, 63, 64, 65, 4096}) {
      Bytes key = random(random, size);
      Bytes value = random(random, size * 256);
      add(storage, Version.of(key, at(size), value));
      assertThat(storage.newest(key, LAST).value()).isEqualTo(value);
      assertThat(versions(storage, key, null).getFirst().key()).isEqualTo(key);
    }
  }

  /** Every question is asked of a plain list as well. */
  @Test
  void randomBatchesGiveWhatAListGives() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Storage storage = storage();
      ListModel model = new ListModel();
      for (int round = 0; round < 60; round++) {
        Batch batch = batch(random, model);
        storage.write(batch);
        model.write(batch);
        if (random.nextInt(20) == 0) {
          storage = reopened(storage);
        }
        compare(random, storage, model, "seed " + seed + ", round " + round);
      }
    }
  }

  private static Batch batch(Random random, ListModel model) {
    List<Version> added = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      Bytes key = smallKey(random);
      Stamp stamp = stamp(random);
      // A version never changes, so the value follows from key and stamp.
      boolean isDeleted = Math.floorMod(stamp.hashCode() + key.hashCode(), 4) == 0;
      added.add(
          isDeleted
              ? Version.tombstone(key, stamp)
              : Version.of(key, stamp, Bytes.utf8(key + "/" + stamp)));
    }
    List<Place> removed = new ArrayList<>();
    for (Version version : model.versions(Bytes.none(), null)) {
      if (random.nextInt(40) == 0) {
        removed.add(new Place(version.key(), version.stamp()));
      }
    }
    List<Mark> marks = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      marks.add(new Mark("m" + random.nextInt(3), stamp(random)));
    }
    return new Batch(added, removed, marks);
  }

  private static void compare(Random random, Storage storage, ListModel model, String when) {
    Bytes from = smallKey(random);
    Bytes to = random.nextInt(5) == 0 ? null : smallKey(random);
    Stamp at = random.nextInt(5) == 0 ? LAST : stamp(random);
    assertThat(storage.newest(from, at)).as(when).isEqualTo(model.newest(from, at));
    assertThat(scan(storage, from, to, at)).as(when).isEqualTo(model.scan(from, to, at));
    assertThat(versions(storage, from, to)).as(when).isEqualTo(model.versions(from, to));
    assertThat(storage.mark("m1")).as(when).isEqualTo(model.mark("m1"));
  }

  /** Few keys, so that they meet often, with the bytes that need care. */
  private static Bytes smallKey(Random random) {
    byte[] key = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(3) - 1);
    }
    return Bytes.of(key);
  }

  private static Stamp stamp(Random random) {
    return new Stamp(random.nextInt(30), new NodeId(random.nextInt(3) - 1));
  }

  static Bytes random(Random random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }

  static Stamp at(long time) {
    return new Stamp(time, new NodeId(1));
  }

  static void add(Storage storage, Version... versions) {
    storage.write(Batch.adding(List.of(versions)));
  }

  static List<Version> scan(Storage storage, Bytes from, Bytes to, Stamp at) {
    return collect(visitor -> storage.scan(from, to, at, visitor));
  }

  static List<Version> versions(Storage storage, Bytes from, Bytes to) {
    return collect(visitor -> storage.versions(from, to, visitor));
  }

  private static List<Version> collect(Consumer<Storage.Visitor> walk) {
    List<Version> found = new ArrayList<>();
    walk.accept(found::add);
    return found;
  }
}
