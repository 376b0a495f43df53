package coterie.rocksdb;

import coterie.storage.StorageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's library of machine code. RocksDB itself copies it out of its jar at every start
 * and deletes the copy at the end, which a killed process does not reach: 15 MB stay behind. With
 * {@code -Dcoterie.native=FOLDER} one copy lies there for all.
 */
final class Natives {
  private Natives() {}

  static void load() {
    String folder = System.getProperty("coterie.native");
    try {
      if (folder == null) {
        RocksDB.loadLibrary();
      } else {
        provide(Path.of(folder));
        RocksDB.loadLibrary(List.of(folder));
      }
    } catch (IOException | UnsatisfiedLinkError | RuntimeException e) {
      throw new StorageException("cannot load RocksDB on this machine: " + e.getMessage(), e);
    }
  }

  /** Another process may do the same at the same time: each renames a whole file into place. */
  private static void provide(Path folder) throws IOException {
    URL source = RocksDB.class.getResource("/" + Environment.getJniLibraryFileName("rocksdb"));
    // This is the name that RocksDB looks for in a folder; in its jar the file has another one.
    String name = Environment.getJniLibraryFileName("rocksdbjni");
    Path target = folder.resolve(name);
    if (source == null || (Files.exists(target) && Files.size(target) == size(source))) {
      return;
    }
    Files.createDirectories(folder);
    Path part = Files.createTempFile(folder, name, ".part");
    try (InputStream in = source.openStream()) {
      Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static long size(URL source) throws IOException {
    return source.openConnection().getContentLengthLong();
  }
}
