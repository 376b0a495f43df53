package coterie.rocksdb;

import coterie.core.Storage;
import coterie.storage.MemoryStorage;

/** The storage in memory keeps the contract. */
class MemoryContractTest extends StorageContract {
  @Override
  Storage storage() {
    return new MemoryStorage();
  }
}
