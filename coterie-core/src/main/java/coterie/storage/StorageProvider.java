package coterie.storage;

import coterie.core.Storage;

/**
 * A kind of storage that keeps versions in a folder. Found by {@link java.util.ServiceLoader}, so
 * that who uses it need not depend on the library behind it.
 */
public interface StorageProvider {
  /** A storage that is open; one that is closed cannot be used again. */
  interface Opened extends Storage, AutoCloseable {
    @Override
    void close();
  }

  /** The name of the kind. */
  String name();

  /**
   * Opens what an earlier call created.
   *
   * @throws StorageException if the folder holds nothing of this kind, or nothing that can be read;
   *     what is in it stays as it is
   */
  Opened open(String folder);

  /**
   * Opens what is there, or creates it if the folder is empty or missing.
   *
   * @throws StorageException as {@link #open}
   */
  Opened openOrCreate(String folder);
}
