package coterie.rocksdb;

import coterie.storage.StorageProvider;
import java.nio.file.Path;

/** Offers {@link RocksStorage} to those who do not depend on it. */
public final class RocksProvider implements StorageProvider {
  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public Opened open(String folder) {
    return RocksStorage.open(Path.of(folder));
  }

  @Override
  public Opened openOrCreate(String folder) {
    return RocksStorage.openOrCreate(Path.of(folder));
  }
}
