package coterie.rocksdb;

import coterie.storage.StorageException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB says, as a sentence that says what to do. */
final class Failures {
  private Failures() {}

  static StorageException opening(Path folder, RocksDBException e) {
    String said = said(e);
    if (said.contains("While lock file") || said.contains("lock hold by")) {
      return new StorageException(
          "the store in %s is open already, here or in another process".formatted(folder), e);
    }
    if (isFull(e)) {
      return new StorageException(
          "cannot open the store in %s: there is no space left on its disk".formatted(folder), e);
    }
    return new StorageException("cannot open the store in %s: %s".formatted(folder, said), e);
  }

  static StorageException reading(Path folder, RocksDBException e) {
    return new StorageException("cannot read the store in %s: %s".formatted(folder, said(e)), e);
  }

  static StorageException writing(Path folder, RocksDBException e) {
    String why = isFull(e) ? "there is no space left on its disk" : said(e);
    return new StorageException(
        "cannot write to the store in %s: %s; what was acknowledged is there, and it must be opened"
                .formatted(folder, why)
            + " again before it takes more",
        e);
  }

  private static boolean isFull(RocksDBException e) {
    Status status = e.getStatus();
    return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
        || said(e).contains("No space left");
  }

  private static String said(RocksDBException e) {
    Status status = e.getStatus();
    String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
    boolean isDamaged = status != null && status.getCode() == Status.Code.Corruption;
    return isDamaged ? "it is damaged (%s)".formatted(message) : message;
  }
}
