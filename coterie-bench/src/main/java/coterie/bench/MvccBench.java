package coterie.bench;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.storage.MemoryStorage;
import coterie.store.mvcc.MvccStore;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Reads, writes and scans of an MVCC store by one thread, with many keys of many versions each.
 * What it is measured on is any storage.
 */
final class MvccBench {
  private static final int OPERATIONS = 1_000_000;
  private static final int SCANNED = 100;
  private static final int VALUE_BYTES = 16;
  private static final int ROUNDS = 5;
  private static final byte[] PREFIX = "key-000000000000".getBytes(StandardCharsets.UTF_8);

  private final PrintStream out;
  private final Bytes[] keys;
  private final int versions;
  private final SplittableRandom random = new SplittableRandom(1);

  /** One operation, by its number; returns how many versions it has read or written. */
  private interface Operation {
    int run(int number);
  }

  MvccBench(PrintStream out, int keyCount, int versions) {
    this.out = out;
    this.keys = new Bytes[keyCount];
    Arrays.setAll(keys, i -> Bytes.utf8("key-%012d".formatted(i)));
    this.versions = versions;
  }

  void run() {
    Storage storage = new MemoryStorage();
    double before = Meter.liveMegabytes();
    measure("memory", storage);
    double bytes = (Meter.liveMegabytes() - before) * 1e6;
    out.printf("%.0f bytes a version%n", bytes / ((double) keys.length * versions));
    if (storage.mark("ceiling") == null) {
      throw new IllegalStateException("the storage was not used");
    }
  }

  /** Fills the storage and measures on it. */
  void measure(String name, Storage storage) {
    HybridClock clock = new HybridClock(System::currentTimeMillis, 500);
    MvccStore store = new MvccStore(clock, new NodeId(1), storage);
    Bytes value = Bytes.of(new byte[VALUE_BYTES]);
    out.printf("%-10s %-22s %12s %12s%n", name, "operation", "a CPU second", "with GC");
    once("puts of new keys", keys.length, number -> fill(store, number));
    long from = clock.last();
    int more = keys.length * (versions - 1);
    once("puts, to fill it", more, number -> fill(store, number));
    long until = clock.last();
    Stamp[] past = new Stamp[4_096];
    Arrays.setAll(past, i -> Stamp.lastOf(random.nextLong(from, until)));
    each("gets", OPERATIONS, number -> read(store.get(key())));
    each(
        "gets at a past stamp",
        OPERATIONS,
        number -> read(store.get(key(), past[number & (past.length - 1)])));
    each("versions of scans", OPERATIONS / SCANNED, n -> store.scan(key(), null, SCANNED).size());
    each(
        "versions of past scans",
        OPERATIONS / SCANNED,
        number -> store.scan(key(), null, past[number & (past.length - 1)], SCANNED).size());
    each(
        "puts",
        OPERATIONS,
        number -> {
          store.put(key(), value);
          return 1;
        });
  }

  private int fill(MvccStore store, int number) {
    byte[] value = new byte[VALUE_BYTES];
    value[0] = (byte) number;
    // A step that has no factor in common with the size comes to every key, in no order.
    int key = (int) (number * 611_953L % keys.length);
    store.put(keys[key], Bytes.of(value));
    return 1;
  }

  /** A random key, written out anew each time, as a caller would do it. */
  private Bytes key() {
    byte[] bytes = PREFIX.clone();
    int rest = random.nextInt(keys.length);
    for (int i = bytes.length - 1; rest > 0; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return Bytes.of(bytes);
  }

  /** Every key has a value at every stamp that is read. */
  private static int read(@Nullable Version version) {
    if (version == null) {
      throw new IllegalStateException("a version is lost");
    }
    return 1;
  }

  private void once(String what, int count, Operation operation) {
    Meter meter = new Meter();
    long done = repeat(count, operation);
    print(what, done / meter.threadSeconds(), done / meter.programSeconds());
  }

  /** The median of some rounds; the first round only warms up. */
  private void each(String what, int count, Operation operation) {
    double[] thread = new double[ROUNDS];
    double[] program = new double[ROUNDS];
    repeat(count, operation);
    for (int i = 0; i < ROUNDS; i++) {
      Meter meter = new Meter();
      long done = repeat(count, operation);
      thread[i] = done / meter.threadSeconds();
      program[i] = done / meter.programSeconds();
    }
    Arrays.sort(thread);
    Arrays.sort(program);
    print(what, thread[ROUNDS / 2], program[ROUNDS / 2]);
  }

  private static long repeat(int count, Operation operation) {
    long done = 0;
    for (int i = 0; i < count; i++) {
      done += operation.run(i);
    }
    return done;
  }

  private void print(String what, double thread, double program) {
    out.printf("%-10s %-22s %,12.0f %,12.0f%n", "", what, thread, program);
  }
}
