package coterie.storage;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects batches and hands them on as one, so that a group of writes costs one sync. What it was
 * given is readable at once, but durable only after {@link #flush}: nobody may be told of a write
 * before. Used by one thread at a time.
 *
 * <p>After a flush that failed it takes nothing more, because whoever wrote believes it is there.
 */
public final class GroupStorage implements Storage {
  private final Storage storage;
  private final List<Version> added = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();

  /** The first versions that were added, by key: most writers never ask, and need no index. */
  private final TreeMap<Bytes, List<Version>> byKey = new TreeMap<>();

  private int indexed;
  private long bytes;
  private boolean hasFailed;

  public GroupStorage(Storage storage) {
    this.storage = storage;
  }

  /** How many bytes of keys and values wait. */
  public long bytes() {
    return bytes;
  }

  /** Makes durable what was written so far, all of it or nothing. */
  public void flush() {
    requireWhole();
    if (added.isEmpty() && marks.isEmpty()) {
      return;
    }
    hasFailed = true;
    storage.write(new Batch(added, List.of(), marks));
    hasFailed = false;
    added.clear();
    marks.clear();
    byKey.clear();
    indexed = 0;
    bytes = 0;
  }

  @Override
  public void write(Batch batch) {
    requireWhole();
    if (!batch.removed().isEmpty()) {
      flush();
      storage.write(batch);
      return;
    }
    for (Version version : batch.added()) {
      bytes += version.key().size() + version.value().size();
    }
    added.addAll(batch.added());
    marks.addAll(batch.marks());
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    for (; indexed < added.size(); indexed++) {
      Version version = added.get(indexed);
      byKey.computeIfAbsent(version.key(), any -> new ArrayList<>(1)).add(version);
    }
    Version newest = storage.newest(key, at);
    for (Version version : byKey.getOrDefault(key, List.of())) {
      boolean isVisible = !at.isBefore(version.stamp());
      if (isVisible && (newest == null || newest.stamp().isBefore(version.stamp()))) {
        newest = version;
      }
    }
    return newest;
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    flush();
    storage.scan(from, to, at, visitor);
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    flush();
    storage.versions(from, to, visitor);
  }

  @Override
  public @Nullable Stamp mark(String name) {
    for (Mark mark : marks.reversed()) {
      if (mark.name().equals(name)) {
        return mark.stamp();
      }
    }
    return storage.mark(name);
  }

  private void requireWhole() {
    if (hasFailed) {
      throw new StorageException(
          "an earlier write failed; the store must be opened again before it takes more");
    }
  }
}
