package coterie.rocksdb;

import coterie.core.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The storage on disk keeps the contract, and keeps what is in it when it is opened again. */
class RocksContractTest extends StorageContract {
  @TempDir private Path folder;
  private final List<RocksStorage> opened = new ArrayList<>();

  @Override
  Storage storage() {
    opened.add(RocksStorage.openOrCreate(folder.resolve("s" + opened.size())));
    current = folder.resolve("s" + (opened.size() - 1));
    return opened.getLast();
  }

  private Path current;

  @Override
  Storage reopened(Storage storage) {
    ((RocksStorage) storage).close();
    opened.add(RocksStorage.open(current));
    return opened.getLast();
  }

  @AfterEach
  void close() {
    opened.forEach(RocksStorage::close);
  }
}
