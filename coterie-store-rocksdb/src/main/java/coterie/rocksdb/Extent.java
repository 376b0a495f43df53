package coterie.rocksdb;

import coterie.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * How long RocksDB's list of its files was when the store was last opened or closed. RocksDB takes
 * a list whose end is missing for one that a crash has cut off, and deletes as leftovers all files
 * that it does not find there. So a list that has become shorter is refused first.
 *
 * <p>The list only grows in one life, and every life begins another one, with a higher number.
 */
final class Extent {
  static final String NAME = "EXTENT";
  private static final String LIST = "MANIFEST-[0-9]{6,18}";

  private final Path folder;

  Extent(Path folder) {
    this.folder = folder;
  }

  /** Compares, and changes nothing. */
  void check() {
    try {
      if (Files.exists(folder.resolve(NAME)) && Files.exists(folder.resolve("CURRENT"))) {
        check(Files.readString(folder.resolve(NAME)).strip().split(" "), current());
      }
    } catch (IOException e) {
      throw damaged("one of its files cannot be read: " + e.getMessage());
    }
  }

  private void check(String[] noted, String current) throws IOException {
    if (noted.length != 2 || !noted[0].matches(LIST) || !noted[1].matches("[0-9]{1,18}")) {
      throw damaged("the file " + NAME + " is not understood");
    }
    if (!current.matches(LIST) || number(current) < number(noted[0])) {
      throw damaged("CURRENT names another list of files than " + noted[0]);
    }
    Path list = folder.resolve(current);
    long size = Files.exists(list) ? Files.size(list) : 0;
    if (current.equals(noted[0]) && size < Long.parseLong(noted[1])) {
      throw damaged("%s has %d bytes, and had %s".formatted(current, size, noted[1]));
    }
  }

  /**
   * Notes how long it is. Where that fails, as on a full disk, an older note stays, which holds
   * too.
   */
  void note() {
    try {
      String current = current();
      Path next = folder.resolve(NAME + ".new");
      Files.writeString(next, current + " " + Files.size(folder.resolve(current)) + "\n");
      Folder.sync(next);
      Files.move(next, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // The older note is a lower bound as well.
    }
  }

  private String current() throws IOException {
    return Files.readString(folder.resolve("CURRENT")).strip();
  }

  private static long number(String list) {
    return Long.parseLong(list.substring(list.indexOf('-') + 1));
  }

  private StorageException damaged(String why) {
    return new StorageException(
        "cannot open the store in %s: it is damaged (%s)".formatted(folder, why));
  }
}
