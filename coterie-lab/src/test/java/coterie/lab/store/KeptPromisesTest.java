package coterie.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import coterie.storage.StorageException;
import coterie.store.mvcc.MvccStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a reader is promised, and what becomes of it on a full disk. */
class KeptPromisesTest {
  private static final Bytes KEY = Bytes.utf8("k");
  private static final Stamp AHEAD = Stamp.lastOf(HybridClock.time(1_300, 0));

  private final MemoryStorage disk = new MemoryStorage();

  @Test
  void promiseIsDurableWhenTheReadReturns() {
    over(disk).put(KEY, Bytes.utf8("old"));
    KeptPromises promises = new KeptPromises(disk);
    over(promises).get(KEY, AHEAD);
    assertThat(promises.unkept()).isNull();
    assertThat(AHEAD.isBefore(over(disk).put(KEY, Bytes.utf8("new")))).isTrue();
  }

  @Test
  void fullDiskIsReadAndTheReaderIsTold() {
    over(disk).put(KEY, Bytes.utf8("old"));
    KeptPromises promises = new KeptPromises(new Full(disk));
    Stamp beyondTheCeiling = Stamp.lastOf(HybridClock.time(2_400, 0));
    Version found = over(promises, 2_000).get(KEY, beyondTheCeiling);
    assertThat(Objects.requireNonNull(found).value().text()).isEqualTo("old");
    assertThat(promises.unkept()).isEqualTo("there is no space left");
  }

  @Test
  void readBelowTheCeilingWritesNothing() {
    over(disk).put(KEY, Bytes.utf8("old"));
    KeptPromises promises = new KeptPromises(new Full(disk));
    over(promises).get(KEY, AHEAD);
    assertThat(promises.unkept()).isNull();
  }

  private static MvccStore over(Storage storage) {
    return over(storage, 1_000);
  }

  private static MvccStore over(Storage storage, long wallMillis) {
    return new MvccStore(new HybridClock(() -> wallMillis, 500), new NodeId(0), storage);
  }

  private record Full(Storage storage) implements Storage {
    @Override
    public void write(Batch batch) {
      throw new StorageException("there is no space left");
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
}
