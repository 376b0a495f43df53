package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage.Batch;
import coterie.core.Version;
import coterie.store.mvcc.MvccStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long random runs of the store on disk, closed and opened again in between, against a list. */
class MvccOnDiskTest {
  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 40 : 2;
  private static final NodeId SELF = new NodeId(0);

  @TempDir private Path folder;

  @Test
  void randomRunsGiveWhatAListGives() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
  }

  private void run(int seed) {
    Random random = new Random(seed);
    ListModel model = new ListModel();
    List<Stamp> stamps = new ArrayList<>();
    long[] wall = {1_000_000};
    Path path = folder.resolve("s" + seed);
    RocksStorage storage = RocksStorage.openOrCreate(path);
    MvccStore store = store(storage, wall);
    for (int i = 0; i < 400; i++) {
      // The wall clock stands still, goes on, and is set back.
      wall[0] += random.nextInt(10) == 0 ? -50 : random.nextInt(3);
      Bytes key = Bytes.utf8("k" + random.nextInt(8));
      Version version = write(store, random, key);
      assertThat(stamps).allMatch(stamp -> stamp.isBefore(version.stamp()));
      stamps.add(version.stamp());
      model.write(Batch.adding(List.of(version)));
      if (random.nextInt(60) == 0) {
        store.collect(stamps.get(random.nextInt(stamps.size())));
      }
      if (random.nextInt(40) == 0) {
        storage.close();
        storage = RocksStorage.open(path);
        store = store(storage, wall);
      }
      compare(store, model, stamps.get(random.nextInt(stamps.size())), "seed " + seed + ", " + i);
    }
    storage.close();
  }

  private static MvccStore store(RocksStorage storage, long[] wall) {
    return new MvccStore(new HybridClock(() -> wall[0], 500), SELF, storage);
  }

  private static Version write(MvccStore store, Random random, Bytes key) {
    if (random.nextInt(4) == 0) {
      return Version.tombstone(key, store.delete(key));
    }
    Bytes value = StorageContract.random(random, random.nextInt(50));
    return Version.of(key, store.put(key, value), value);
  }

  private static void compare(MvccStore store, ListModel model, Stamp asked, String when) {
    Stamp at = asked.isBefore(store.safePoint()) ? store.safePoint() : asked;
    List<Version> expected =
        model.scan(Bytes.none(), null, at).stream().filter(v -> !v.isDeleted()).toList();
    assertThat(store.scan(Bytes.none(), null, at, 100)).as(when).isEqualTo(expected);
    for (Version version : expected) {
      assertThat(store.get(version.key(), at)).as(when).isEqualTo(version);
    }
  }
}
