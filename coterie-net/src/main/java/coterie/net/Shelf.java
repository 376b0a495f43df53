package coterie.net;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A storage that is read in memory and written to a file as well, or, without one, kept for this
 * life only.
 */
final class Shelf implements Storage {
  /** As long as the file is shorter, nobody minds what is in it. */
  private static final long SHORT_BYTES = 1 << 20;

  private static final int MUCH_LONGER = 4;
  private static final int VERSION_BYTES = 24;
  private static final int BATCH_MAX = 512;

  private final Vault vault;
  private final HostContext<?> owner;
  private final Consumer<Batch> onWrite;
  private final Consumer<Batch> onStored;
  private final @Nullable StorageFile file;
  private final MemoryStorage memory = new MemoryStorage();
  private final TreeSet<String> marks = new TreeSet<>();
  private long fileBytes;
  private long judgedBytes;

  /**
   * @param onWrite is told what is written
   * @param onStored is told what is durable
   */
  Shelf(
      Vault vault,
      HostContext<?> owner,
      Consumer<Batch> onWrite,
      Consumer<Batch> onStored,
      @Nullable StorageFile file) {
    this.vault = vault;
    this.owner = owner;
    this.onWrite = onWrite;
    this.onStored = onStored;
    this.file = file;
  }

  /** Returns how many bytes of a torn record were cut off. */
  long load() {
    return file == null ? 0 : file.read(this::take);
  }

  /** All that is in it. */
  Batch all() {
    return memory.content();
  }

  private void take(Batch batch) {
    memory.write(batch);
    batch.marks().forEach(mark -> marks.add(mark.name()));
    fileBytes += file == null ? 0 : bytes(batch);
  }

  @Override
  public void write(Batch batch) {
    onWrite.accept(batch);
    take(batch);
    vault.await(
        owner,
        file == null ? Durable.NOWHERE : file,
        file == null ? new byte[0] : StorageFile.bytes(batch),
        () -> onStored.accept(batch));
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
      vault.await(owner, values -> longFile.replace(batches), new byte[0], () -> {});
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

  private void contentBatches(Consumer<Batch> sink) {
    List<Version> some = new ArrayList<>();
    memory.versions(
        Bytes.none(),
        null,
        version -> {
          some.add(version);
          if (some.size() == BATCH_MAX) {
            sink.accept(Batch.adding(some));
            some.clear();
          }
          return true;
        });
    List<Mark> all = new ArrayList<>();
    for (String name : marks) {
      Stamp stamp = memory.mark(name);
      if (stamp != null) {
        all.add(new Mark(name, stamp));
      }
    }
    sink.accept(new Batch(some, List.of(), all));
  }

  private static long bytes(Batch batch) {
    long bytes = VERSION_BYTES * (1L + batch.marks().size());
    for (Version version : batch.added()) {
      bytes += bytes(version);
    }
    for (Place place : batch.removed()) {
      bytes += VERSION_BYTES + place.key().size();
    }
    return bytes;
  }

  private static long bytes(Version version) {
    return (long) VERSION_BYTES + version.key().size() + version.value().size();
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    return memory.newest(key, at);
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    memory.scan(from, to, at, visitor);
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    memory.versions(from, to, visitor);
  }

  @Override
  public @Nullable Stamp mark(String name) {
    return memory.mark(name);
  }
}
