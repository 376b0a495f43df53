package coterie.storage;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryStorageTest {
  /** An ordered map of ordered maps, the newest version of a key first. */
  private final TreeMap<Bytes, TreeMap<Stamp, Version>> model = new TreeMap<>();

  private SplittableRandom random = new SplittableRandom(0);

  private Bytes key() {
    return Bytes.of((byte) random.nextInt(12), (byte) (random.nextInt(3) * 100));
  }

  private Stamp stamp() {
    return new Stamp(random.nextInt(30), new NodeId(random.nextInt(-1, 2)));
  }

  private Storage.Batch batch() {
    List<Version> added = new ArrayList<>();
    List<Storage.Place> removed = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Stamp stamp = stamp();
      Bytes key = key();
      added.add(
          stamp.time() % 3 == 0
              ? Version.tombstone(key, stamp)
              : Version.of(key, stamp, Bytes.utf8(key + " " + stamp)));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      removed.add(new Storage.Place(key(), stamp()));
    }
    return new Storage.Batch(added, removed, List.of(new Storage.Mark("m", stamp())));
  }

  private void apply(Storage.Batch batch) {
    for (Version one : batch.added()) {
      model
          .computeIfAbsent(one.key(), key -> new TreeMap<>(Collections.reverseOrder()))
          .put(one.stamp(), one);
    }
    for (Storage.Place place : batch.removed()) {
      model.getOrDefault(place.key(), new TreeMap<>()).remove(place.stamp());
    }
  }

  private void check(MemoryStorage storage) {
    Bytes key = key();
    Stamp at = stamp();
    assertThat(storage.newest(key, at)).isEqualTo(newest(model.get(key), at));
    Bytes from = random.nextInt(4) == 0 ? Bytes.none() : key();
    Bytes to = random.nextInt(4) == 0 ? null : key();
    List<Version> scanned = new ArrayList<>();
    List<Version> all = new ArrayList<>();
    model.forEach(
        (one, versions) -> {
          if (one.compareTo(from) >= 0 && (to == null || one.compareTo(to) < 0)) {
            all.addAll(versions.values());
            Version found = newest(versions, at);
            if (found != null) {
              scanned.add(found);
            }
          }
        });
    int limit = 1 + random.nextInt(20);
    List<Version> found = new ArrayList<>();
    storage.scan(from, to, at, version -> found.add(version) && found.size() < limit);
    assertThat(found).isEqualTo(scanned.stream().limit(limit).toList());
    found.clear();
    storage.versions(from, to, version -> found.add(version) && found.size() < limit);
    assertThat(found).isEqualTo(all.stream().limit(limit).toList());
  }

  private static @Nullable Version newest(@Nullable TreeMap<Stamp, Version> versions, Stamp at) {
    Map.Entry<Stamp, Version> found = versions == null ? null : versions.ceilingEntry(at);
    return found == null ? null : found.getValue();
  }

  @Test
  void isLikeAnOrderedMapOfOrderedMaps() {
    for (int seed = 0; seed < 100; seed++) {
      random = new SplittableRandom(seed);
      model.clear();
      MemoryStorage storage = new MemoryStorage();
      for (int i = 0; i < 150; i++) {
        Storage.Batch batch = batch();
        storage.write(batch);
        apply(batch);
        check(storage);
        assertThat(storage.mark("m")).isEqualTo(batch.marks().getFirst().stamp());
        if (random.nextInt(20) == 0) {
          storage = storage.copy();
        }
      }
    }
  }

  @Test
  void copySharesNothing() {
    MemoryStorage storage = new MemoryStorage();
    Version first = Version.of(Bytes.utf8("x"), new Stamp(1, new NodeId(1)), Bytes.utf8("1"));
    Version second = Version.of(Bytes.utf8("x"), new Stamp(2, new NodeId(1)), Bytes.utf8("2"));
    storage.write(Storage.Batch.adding(List.of(first)));
    MemoryStorage copy = storage.copy();
    storage.write(Storage.Batch.adding(List.of(second)));
    copy.write(
        new Storage.Batch(
            List.of(), List.of(new Storage.Place(first.key(), first.stamp())), List.of()));
    assertThat(storage.newest(first.key(), Stamp.lastOf(9))).isEqualTo(second);
    assertThat(storage.newest(first.key(), first.stamp())).isEqualTo(first);
    assertThat(copy.newest(first.key(), Stamp.lastOf(9))).isNull();
  }

  @Test
  void manyKeysThatComeAndGoAreFound() {
    MemoryStorage storage = new MemoryStorage();
    Stamp stamp = new Stamp(1, new NodeId(1));
    for (int i = 0; i < 5_000; i++) {
      Bytes key = Bytes.utf8("key " + i);
      storage.write(Storage.Batch.adding(List.of(Version.of(key, stamp, key))));
      Bytes old = Bytes.utf8("key " + (i - 100));
      storage.write(
          new Storage.Batch(List.of(), List.of(new Storage.Place(old, stamp)), List.of()));
      assertThat(storage.newest(old, stamp)).isNull();
      assertThat(storage.newest(key, stamp)).isNotNull();
      assertThat(storage.newest(Bytes.utf8("key " + Math.max(0, i - 99)), stamp)).isNotNull();
    }
  }
}
