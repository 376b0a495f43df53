package coterie.net.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The right of one node to its data directory: no other one has it meanwhile, in this process or
 * another.
 */
public final class FolderLock implements AutoCloseable {
  private static final String FILE = "in-use";

  /**
   * Whose right this process has. A file's lock is not enough here: on Linux a process loses it as
   * soon as it closes the file once more, so a second node that only looked would take it away.
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private FolderLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Null if somebody else has it. */
  public static @Nullable FolderLock to(Path data) throws IOException {
    Path directory = data.toRealPath();
    if (!OWN.add(directory)) {
      return null;
    }
    FolderLock right = null;
    try {
      right = lock(directory);
      return right;
    } finally {
      if (right == null) {
        OWN.remove(directory);
      }
    }
  }

  private static @Nullable FolderLock lock(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
      return lock == null ? null : new FolderLock(directory, channel);
    } catch (OverlappingFileLockException e) {
      return null; // This process has the library twice.
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It ends with the process at the latest.
    } finally {
      OWN.remove(directory);
    }
  }
}
