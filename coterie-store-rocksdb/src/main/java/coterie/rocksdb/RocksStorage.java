package coterie.rocksdb;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.storage.StorageException;
import coterie.storage.StorageProvider;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Versions on disk. A batch is durable when {@link #write} returns: it is in RocksDB's log, and the
 * log has been synced. What was written so survives the death of the process at any moment, and a
 * power cut as far as the disk keeps what it says it has synced.
 *
 * <p>Any number of threads may read and one may write at the same time. A read sees whole batches
 * only; {@link #scan} and {@link #versions} see those that were there when they began, and what
 * they visit may read and write meanwhile. {@link #close} waits for all of them.
 *
 * <p>After a write that failed, as on a full disk, all later ones are refused: how much of the log
 * is on the disk is known only after it has been opened again. Reading goes on.
 *
 * <p>{@link Layout} says where a version lies; {@link #newest} is one seek.
 */
public final class RocksStorage implements StorageProvider.Opened {
  static final byte PRESENT = 0;
  static final byte DELETED = 1;

  private final Path folder;
  private final RocksTuning tuning;
  private final RocksDB database;
  private final Cursors cursors;
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final AtomicLong written = new AtomicLong();
  private volatile @Nullable String refusal;

  private RocksStorage(Path folder, RocksTuning tuning, RocksDB database) {
    this.folder = folder;
    this.tuning = tuning;
    this.database = database;
    this.cursors = new Cursors(database);
  }

  /**
   * Opens what is in the folder.
   *
   * @throws StorageException if there is no storage, or it cannot be opened; nothing is changed
   */
  public static RocksStorage open(Path path) {
    if (new Folder(path).look() != Folder.State.WHOLE) {
      throw new StorageException("there is no store in %s".formatted(path));
    }
    Natives.load();
    return open(path, false);
  }

  /**
   * Opens what is in the folder, or creates it if the folder is empty or missing.
   *
   * @throws StorageException if something else is in it, or it cannot be opened; nothing is changed
   */
  public static RocksStorage openOrCreate(Path path) {
    Folder folder = new Folder(path);
    if (folder.look() == Folder.State.WHOLE) {
      return open(path);
    }
    Natives.load();
    folder.begin();
    RocksStorage created = open(path, true);
    try {
      folder.finish();
      return created;
    } catch (StorageException e) {
      created.close();
      throw e;
    }
  }

  private static RocksStorage open(Path path, boolean isNew) {
    Extent extent = new Extent(path);
    extent.check();
    RocksTuning tuning = new RocksTuning(isNew);
    try {
      RocksDB database = RocksDB.open(tuning.options(), path.toString());
      extent.note();
      return new RocksStorage(path, tuning, database);
    } catch (RocksDBException e) {
      tuning.close();
      throw Failures.opening(path, e);
    }
  }

  @Override
  public void write(Batch batch) {
    if (refusal != null) {
      throw new StorageException(refusal);
    }
    cursors.enter();
    try (WriteBatch changes = new WriteBatch()) {
      for (Version version : batch.added()) {
        changes.put(Layout.place(version.key(), version.stamp()), value(version));
      }
      for (Place place : batch.removed()) {
        changes.delete(Layout.place(place.key(), place.stamp()));
      }
      for (Mark mark : batch.marks()) {
        changes.put(Layout.mark(mark.name()), Layout.stampBytes(mark.stamp()));
      }
      database.write(synced, changes);
      written.incrementAndGet();
    } catch (RocksDBException e) {
      StorageException failure = Failures.writing(folder, e);
      refusal = failure.getMessage();
      throw failure;
    } finally {
      cursors.leave();
    }
  }

  private static byte[] value(Version version) {
    byte[] value = new byte[1 + version.value().size()];
    value[0] = version.isDeleted() ? DELETED : PRESENT;
    version.value().copyTo(value, 1);
    return value;
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    long current = written.get();
    Cursor cursor = cursors.take(current);
    try {
      cursor.refresh(current);
      byte[] place = Layout.place(key, at);
      boolean isFound =
          cursor.seek(place)
              && Layout.isSameKey(place, place.length, cursor.place(), cursor.size());
      return isFound ? cursor.version(key) : null;
    } catch (RocksDBException e) {
      throw Failures.reading(folder, e);
    } finally {
      cursors.giveBack(cursor);
    }
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    walk(from, to, cursor -> visitNewest(cursor, at, visitor));
  }

  private static void visitNewest(Cursor cursor, Stamp at, Visitor visitor)
      throws RocksDBException {
    boolean isThere = true;
    while (isThere) {
      Bytes key = cursor.hold();
      isThere = cursor.skipNewer(key, at);
      if (isThere && cursor.isOnHeldKey()) {
        if (!visitor.visit(cursor.version(key))) {
          return;
        }
        isThere = cursor.skipHeldKey();
      }
    }
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    walk(from, to, cursor -> visitAll(cursor, visitor));
  }

  private static void visitAll(Cursor cursor, Visitor visitor) throws RocksDBException {
    Bytes key = cursor.hold();
    while (visitor.visit(cursor.version(key)) && cursor.next()) {
      key = cursor.isOnHeldKey() ? key : cursor.hold();
    }
  }

  /** Walks from the first version of a key at or after one up to the last before another. */
  private void walk(Bytes from, @Nullable Bytes to, Walk walk) {
    if (to != null && from.compareTo(to) >= 0) {
      return;
    }
    cursors.enter();
    byte[] end = to == null ? Layout.afterAll() : Layout.before(to);
    try (Cursor cursor = new Cursor(database, written.get(), end)) {
      if (cursor.seek(Layout.before(from))) {
        walk.from(cursor);
      }
    } catch (RocksDBException e) {
      throw Failures.reading(folder, e);
    } finally {
      cursors.leave();
    }
  }

  /** What is done from the first entry of a range on. */
  private interface Walk {
    void from(Cursor cursor) throws RocksDBException;
  }

  @Override
  public @Nullable Stamp mark(String name) {
    cursors.enter();
    try {
      byte[] found = database.get(Layout.mark(name));
      return found == null ? null : Layout.stamp(found);
    } catch (RocksDBException e) {
      throw Failures.reading(folder, e);
    } finally {
      cursors.leave();
    }
  }

  /** Waits for those who read or write at the moment. Closing it again does nothing. */
  @Override
  public void close() {
    if (cursors.close()) {
      // Before, because another process may be in there right after.
      new Extent(folder).note();
      database.close();
      synced.close();
      tuning.close();
    }
  }
}
