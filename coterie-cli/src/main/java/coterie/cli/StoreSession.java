package coterie.cli;

import coterie.clock.HybridClock;
import coterie.clock.HybridText;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.TimeText;
import coterie.storage.GroupStorage;
import coterie.storage.StorageException;
import coterie.storage.StorageProvider;
import coterie.store.MvccStore;
import java.util.ServiceLoader;
import java.util.function.Function;

/** One command's use of a store. */
final class StoreSession implements AutoCloseable {
  /** How far ahead of the clock a stamp may be. */
  private static final long DRIFT_MAX_MILLIS = 500;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final StorageProvider.Opened storage;
  private final GroupStorage group;
  private final HybridClock clock;
  private final MvccStore store;

  private StoreSession(StorageProvider.Opened storage) {
    this.storage = storage;
    this.group = new GroupStorage(storage);
    this.clock = new HybridClock(System::currentTimeMillis, DRIFT_MAX_MILLIS);
    this.store = new MvccStore(clock, new NodeId(0), group);
  }

  /** Opens a store that exists. */
  static StoreSession open(StoreFlags flags) {
    return opened(flags, provider -> provider.open(flags.folder()));
  }

  /** Creates it if the folder is empty or missing. */
  static StoreSession openOrCreate(StoreFlags flags) {
    return opened(flags, provider -> provider.openOrCreate(flags.folder()));
  }

  private static StoreSession opened(
      StoreFlags flags, Function<StorageProvider, StorageProvider.Opened> how) {
    StorageProvider provider =
        ServiceLoader.load(StorageProvider.class, flags.loader())
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "store needs coterie-store-rocksdb.jar and rocksdbjni.jar: start it by"
                            + " ./coterie, or name both with --jar"));
    try {
      return new StoreSession(how.apply(provider));
    } catch (StorageException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  MvccStore store() {
    return store;
  }

  /** How many bytes wait to be made durable. */
  long waitingBytes() {
    return group.bytes();
  }

  /** What was written before is durable when this returns. */
  void sync() {
    group.flush();
  }

  /** A moment to read at: a stamp as it is printed, an ISO time, "now", or "-5m". */
  Stamp readAt(String text) {
    Stamp stamp = past(text);
    if (stamp.isBefore(store.safePoint())) {
      throw new IllegalArgumentException(
          "%s lies before %s, and the history before that was collected"
              .formatted(text, HybridText.textOf(store.safePoint())));
    }
    return stamp;
  }

  /** The same, whether or not it can still be read. */
  Stamp past(String text) {
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
  Stamp ago(String duration) {
    long millis = System.currentTimeMillis() - TimeText.parse(duration) / NANOS_PER_MILLI;
    return Stamp.lastOf(HybridClock.time(Math.max(0, millis), HybridClock.COUNTER_MAX));
  }

  @Override
  public void close() {
    storage.close();
  }
}
