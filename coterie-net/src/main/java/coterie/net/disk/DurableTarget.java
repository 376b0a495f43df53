package coterie.net.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** What makes bytes durable. Its methods run on the thread of the disk. */
@FunctionalInterface
interface DurableTarget {
  /** For what lives in memory only. */
  DurableTarget NOWHERE = values -> {};

  /** The ending of a file that holds one value. */
  String STABLE = ".stable";

  /** The ending of a file that holds batches. */
  String STORAGE = ".storage";

  /**
   * All of these, given one after the other, are durable when it returns. What is thrown leaves
   * them as they were before, or durable, but nothing in between; it is tried again.
   */
  void write(List<byte[]> values) throws IOException;

  /**
   * The name of its file in the folder of the node; null where it does more than to take what is
   * given, and nothing may be written before it or after it in its stead.
   */
  default @Nullable String place() {
    return null;
  }

  default void close() {}

  /** Makes a folder durable, with those that it is in: what is in it would be lost with it. */
  static void makeFolder(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (Files.isDirectory(folder) || parent == null) {
      return;
    }
    makeFolder(parent);
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    syncFolder(parent);
  }

  /** Makes durable which files the folder has; or a new name may be lost with the power. */
  static void syncFolder(Path folder) throws IOException {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  static int checksum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
