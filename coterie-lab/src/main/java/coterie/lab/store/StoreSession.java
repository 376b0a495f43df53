package coterie.lab.store;

import coterie.clock.HybridClock;
import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.TimeText;
import coterie.core.Version;
import coterie.storage.GroupStorage;
import coterie.storage.StorageException;
import coterie.storage.StorageProvider;
import coterie.store.mvcc.MvccStore;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One command's use of a store. */
public final class StoreSession implements AutoCloseable {
  /** How far ahead of the clock a stamp may be. */
  private static final long DRIFT_MAX_MILLIS = 500;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Stamp NEWEST = Stamp.lastOf(Long.MAX_VALUE);

  private final StorageProvider.Opened storage;
  private final GroupStorage group;
  private final KeptPromises promises;
  private final HybridClock clock;
  private final MvccStore store;

  private StoreSession(StorageProvider.Opened storage, boolean isReading) {
    this.storage = storage;
    this.group = new GroupStorage(storage);
    this.clock = new HybridClock(System::currentTimeMillis, DRIFT_MAX_MILLIS);
    this.promises = new KeptPromises(storage);
    this.store = new MvccStore(clock, new NodeId(0), isReading ? promises : group);
  }

  /** Opens a store that exists, to write to it. */
  public static StoreSession open(String folder, ClassLoader loader) {
    return opened(loader, false, provider -> provider.open(folder));
  }

  /** Opens a store that exists; what it promises to readers is durable before they read. */
  public static StoreSession openToRead(String folder, ClassLoader loader) {
    return opened(loader, true, provider -> provider.open(folder));
  }

  /** Creates it if the folder is empty or missing. */
  public static StoreSession openOrCreate(String folder, ClassLoader loader) {
    return opened(loader, false, provider -> provider.openOrCreate(folder));
  }

  private static StoreSession opened(
      ClassLoader loader,
      boolean isReading,
      Function<StorageProvider, StorageProvider.Opened> how) {
    StorageProvider provider =
        ServiceLoader.load(StorageProvider.class, loader)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "store needs coterie-store-rocksdb.jar and rocksdbjni.jar: start it by"
                            + " ./coterie, or name both with --jar"));
    try {
      return new StoreSession(how.apply(provider), isReading);
    } catch (StorageException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  public MvccStore store() {
    return store;
  }

  /** Why a reader's moment may yet change; null if it will not. */
  public @Nullable String unkept() {
    return promises.unkept();
  }

  /** What a reader sees at that stamp; null for the newest versions. */
  public void scan(Bytes from, @Nullable Bytes to, @Nullable Stamp at, Storage.Visitor visitor) {
    if (at != null) {
      store.scan(from, to, at, visitor);
    } else {
      // Nobody else has the store open, so the newest versions are those of one moment.
      storage.scan(from, to, NEWEST, one -> one.isDeleted() || visitor.visit(one));
    }
  }

  /** The versions of a key up to that stamp; null for all. */
  public List<Version> history(Bytes key, @Nullable Stamp at) {
    if (at == null) {
      return store.history(key);
    }
    try (MvccStore.Snapshot moment = store.snapshot(at)) {
      return store.history(key).stream()
          .filter(version -> !moment.stamp().isBefore(version.stamp()))
          .toList();
    }
  }

  /** Returns the first key after all with this prefix; null if no key can come after them. */
  public static @Nullable Bytes afterPrefix(Bytes prefix) {
    int size = prefix.size();
    while (size > 0 && prefix.at(size - 1) == -1) {
      size--;
    }
    if (size == 0) {
      return null;
    }
    byte[] end = new byte[prefix.size()];
    prefix.copyTo(end, 0);
    end[size - 1]++;
    return Bytes.of(end, 0, size);
  }

  /** How many bytes wait to be made durable. */
  public long waitingBytes() {
    return group.bytes();
  }

  /** What was written before is durable when this returns. */
  public void sync() {
    group.flush();
  }

  /** A moment to read at: a stamp as it is printed, an ISO time, "now", or "-5m". */
  public Stamp readAt(String text) {
    Stamp stamp = past(text);
    if (stamp.isBefore(store.safePoint())) {
      throw new IllegalArgumentException(
          "%s lies before %s, and the history before that was collected"
              .formatted(text, HybridText.textOf(store.safePoint())));
    }
    return stamp;
  }

  /** The same, whether or not it can still be read. */
  public Stamp past(String text) {
    Stamp stamp = stamp(text);
    if (stamp.time() > clock.last() && !clock.accepts(stamp.time())) {
      throw new IllegalArgumentException(
          "%s lies in the future; now or earlier is allowed".formatted(text));
    }
    return stamp;
  }

  private Stamp stamp(String text) {
    if (text.equals("now")) {
      return Stamp.lastOf(store.tick());
    }
    return text.startsWith("-") ? ago(text.substring(1)) : HybridText.parseStamp(text);
  }

  /** The last stamp of the moment that is so long ago. */
  public Stamp ago(String duration) {
    long millis = System.currentTimeMillis() - TimeText.parse(duration) / NANOS_PER_MILLI;
    return Stamp.lastOf(HybridClock.time(Math.max(0, millis), HybridClock.COUNTER_MAX));
  }

  @Override
  public void close() {
    storage.close();
  }
}
