package coterie.net.disk;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.kernel.PendingWrite;
import coterie.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The file of a storage that is read in memory; without one it is kept for this life only. */
final class CachedStorage {
  /** As long as the file is shorter, nobody minds what is in it. */
  private static final long SHORT_BYTES = 1 << 20;

  private static final int MUCH_LONGER = 4;
  private static final int VERSION_BYTES = 24;
  private static final int BATCH_MAX = 512;

  private final StableStorage stableStorage;
  private final @Nullable StorageFile file;
  private final MemoryStorage memory = new MemoryStorage();
  private final TreeSet<String> marks = new TreeSet<>();
  private long fileBytes;
  private long judgedBytes;

  /**
   * @param file null for what is kept for this life only
   */
  CachedStorage(StableStorage stableStorage, @Nullable StorageFile file) {
    this.stableStorage = stableStorage;
    this.file = file;
  }

  /** Returns how many bytes of a torn record were cut off. */
  long load() {
    return file == null
        ? 0
        : file.read(
            batch -> {
              memory.write(batch);
              take(batch);
            });
  }

  /** Returns what is in it by now; what is written goes there before it comes here. */
  MemoryStorage memory() {
    return memory;
  }

  void close() {
    if (file != null) {
      file.close();
    }
  }

  private void take(Storage.Batch batch) {
    batch.marks().forEach(mark -> marks.add(mark.name()));
    fileBytes += file == null ? 0 : bytes(batch);
  }

  void write(Storage.Batch batch, PendingWrite write) {
    take(batch);
    stableStorage.await(
        file == null ? DurableTarget.NOWHERE : file,
        file == null ? new byte[0] : StorageFile.bytes(batch),
        write);
    if (file != null && fileBytes > SHORT_BYTES + judgedBytes) {
      rewriteIfLong(file);
    }
  }

  /** What is removed, and what is added again, takes room in the file until that is rewritten. */
  private void rewriteIfLong(StorageFile longFile) {
    List<byte[]> batches = new ArrayList<>();
    long content = content();
    judgedBytes = fileBytes;
    if (fileBytes > MUCH_LONGER * content) {
      contentBatches(batch -> batches.add(StorageFile.bytes(batch)));
      fileBytes = content;
      judgedBytes = content;
      stableStorage.await(values -> longFile.replace(batches), new byte[0], null);
    }
  }

  private long content() {
    long[] content = new long[1];
    memory.versions(
        Bytes.none(),
        null,
        version -> {
          content[0] += bytes(version);
          return true;
        });
    return content[0];
  }

  private void contentBatches(Consumer<Storage.Batch> sink) {
    List<Version> some = new ArrayList<>();
    memory.versions(
        Bytes.none(),
        null,
        version -> {
          some.add(version);
          if (some.size() == BATCH_MAX) {
            sink.accept(Storage.Batch.adding(some));
            some.clear();
          }
          return true;
        });
    List<Storage.Mark> all = new ArrayList<>();
    for (String name : marks) {
      Stamp stamp = memory.mark(name);
      if (stamp != null) {
        all.add(new Storage.Mark(name, stamp));
      }
    }
    sink.accept(new Storage.Batch(some, List.of(), all));
  }

  private static long bytes(Storage.Batch batch) {
    long bytes = VERSION_BYTES * (1L + batch.marks().size());
    for (Version version : batch.added()) {
      bytes += bytes(version);
    }
    for (Storage.Place place : batch.removed()) {
      bytes += VERSION_BYTES + place.key().size();
    }
    return bytes;
  }

  private static long bytes(Version version) {
    return (long) VERSION_BYTES + version.key().size() + version.value().size();
  }
}
