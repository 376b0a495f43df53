package coterie.rocksdb;

import coterie.storage.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The folder of a storage. A file of text tells whose it is and in which format, so that a folder
 * of somebody else is recognised before anything in it is touched: RocksDB would make itself at
 * home in any folder, and delete in any RocksDB what it takes for leftovers.
 *
 * <p>While the storage is being created the file has another name. So a process that is killed in
 * between leaves a folder that can be created again, and one that was whole is never taken for it.
 */
final class Folder {
  static final String MARKER = "COTERIE";
  static final String UNFINISHED = "COTERIE.new";
  static final int FORMAT = 1;
  private static final String TITLE = "coterie store, format ";

  /** What was found. */
  enum State {
    NONE,
    UNFINISHED,
    WHOLE
  }

  private final Path path;

  Folder(Path path) {
    this.path = path;
  }

  /** Looks and changes nothing. */
  State look() {
    try {
      if (!Files.exists(path)) {
        return State.NONE;
      }
      if (!Files.isDirectory(path)) {
        throw new StorageException(path + " is a file; give a folder");
      }
      if (Files.exists(path.resolve(MARKER))) {
        requireKnownFormat();
        return State.WHOLE;
      }
      return lookWithoutMarker();
    } catch (IOException e) {
      throw new StorageException("cannot read the folder %s: %s".formatted(path, why(e)), e);
    }
  }

  private State lookWithoutMarker() throws IOException {
    if (Files.exists(path.resolve(UNFINISHED))) {
      return State.UNFINISHED;
    }
    try (Stream<Path> files = Files.list(path)) {
      if (files.findAny().isEmpty()) {
        return State.NONE;
      }
    }
    String whose =
        Files.exists(path.resolve("CURRENT"))
            ? "holds a RocksDB that Coterie did not create"
            : "holds files, but no store";
    throw new StorageException("%s %s; name another folder".formatted(path, whose));
  }

  private void requireKnownFormat() throws IOException {
    String text = Files.readString(path.resolve(MARKER)).strip();
    if (!text.matches(TITLE + "[1-9][0-9]{0,8}")) {
      throw new StorageException(
          "%s is damaged: the file %s does not say which format it has".formatted(path, MARKER));
    }
    int format = Integer.parseInt(text.substring(TITLE.length()));
    if (format > FORMAT) {
      throw new StorageException(
          "%s has format %d, which a newer Coterie wrote; this one knows %d at the most"
              .formatted(path, format, FORMAT));
    }
  }

  /** Claims an empty or missing folder. */
  void begin() {
    try {
      Files.createDirectories(path);
      Files.writeString(path.resolve(UNFINISHED), TITLE + FORMAT + "\n");
      sync(path.resolve(UNFINISHED));
      sync(path);
    } catch (IOException e) {
      throw new StorageException("cannot create a store in %s: %s".formatted(path, why(e)), e);
    }
  }

  /** From now on it is never created again. */
  void finish() {
    try {
      Files.move(path.resolve(UNFINISHED), path.resolve(MARKER), StandardCopyOption.ATOMIC_MOVE);
      sync(path);
      Path parent = path.toAbsolutePath().getParent();
      if (parent != null) {
        sync(parent);
      }
    } catch (IOException e) {
      throw new StorageException("cannot create a store in %s: %s".formatted(path, why(e)), e);
    }
  }

  /** A name in a folder is durable only once the folder is. */
  static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static String why(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "%s may not be used".formatted(denied.getFile());
      case FileAlreadyExistsException file -> file.getFile() + " is a file";
      case NoSuchFileException none -> "there is no " + none.getFile();
      default -> String.valueOf(e.getMessage());
    };
  }
}
