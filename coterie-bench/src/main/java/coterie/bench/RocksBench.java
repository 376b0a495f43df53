package coterie.bench;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.rocksdb.EmbeddedStore;
import coterie.rocksdb.RocksTuning;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The store on disk against RocksDB's Java binding alone, with the same options, the same entries
 * and the same number of operations on keys, in turns. The binding keeps one iterator for all gets
 * and writes a thousand puts as one batch. Both sides read into buffers that they keep.
 */
final class RocksBench {
  private static final int ROUNDS = 7;
  private static final int VERSIONS = 5;
  private static final int GROUP = 1_000;
  private static final int VALUE_SIZE = 100;

  private final PrintStream out;
  private final byte[] keyBuffer = new byte[64];
  private final byte[] valueBuffer = new byte[VALUE_SIZE];
  private int keys;
  private long sum;

  RocksBench(PrintStream out) {
    this.out = out;
  }

  void run(int keys) {
    this.keys = keys;
    @Nullable Path folder = null;
    try {
      folder = Files.createTempDirectory("coterie-bench");
      // Opening the store loads RocksDB.
      try (EmbeddedStore store = EmbeddedStore.open(folder.resolve("ours"));
          RocksTuning tuning = new RocksTuning(true);
          RocksDB bare = RocksDB.open(tuning.options(), folder.resolve("bare").toString())) {
        run(store, bare);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    } finally {
      delete(folder);
    }
  }

  private void run(EmbeddedStore store, RocksDB bare) throws RocksDBException {
    out.printf(
        "%d keys, %d versions each, values of %d bytes; medians of %d and %d rounds%n",
        keys, VERSIONS, VALUE_SIZE, VERSIONS, ROUNDS);
    out.printf("%-22s %12s %12s %12s%n", "CPU, per operation", "ours", "bare", "ratio");
    double[] putsOurs = new double[VERSIONS];
    double[] putsBare = new double[VERSIONS];
    double[] wall = new double[VERSIONS];
    for (int version = 0; version < VERSIONS; version++) {
      long begin = System.nanoTime();
      putsOurs[version] = putOurs(store, version);
      long between = System.nanoTime();
      putsBare[version] = putBare(bare, version);
      wall[version] = (double) (between - begin) / (System.nanoTime() - between);
    }
    print("put", putsOurs, putsBare);
    out.printf("%-22s %38.2f%n", "put, time on the wall", median(wall));
    reads(store, bare);
  }

  private void reads(EmbeddedStore store, RocksDB bare) throws RocksDBException {
    double[][] ours = new double[3][ROUNDS];
    double[][] theirs = new double[3][ROUNDS];
    Stamp now = store.now();
    try (RocksIterator iterator = bare.newIterator()) {
      for (int round = 0; round < ROUNDS; round++) {
        ours[0][round] = getOurs(store, null, round);
        theirs[0][round] = getBare(iterator, round);
        ours[1][round] = getOurs(store, now, round);
        theirs[1][round] = getBare(iterator, round);
        ours[2][round] = scanOurs(store, now);
        theirs[2][round] = scanBare(bare);
      }
    }
    print("get", ours[0], theirs[0]);
    print("get at a stamp", ours[1], theirs[1]);
    print("scan, per key", ours[2], theirs[2]);
    if (sum == 0) {
      throw new IllegalStateException("nothing was read");
    }
  }

  /** Many puts wait at a time, so the groups are large; the whole program's time counts. */
  private double putOurs(EmbeddedStore store, int version) {
    Meter meter = new Meter();
    List<CompletableFuture<Stamp>> futures = new ArrayList<>(keys);
    for (int i = 0; i < keys; i++) {
      futures.add(store.put(Bytes.of(key(i)), Bytes.of(value(i, version))));
    }
    futures.forEach(CompletableFuture::join);
    return meter.programSeconds() / keys;
  }

  private double putBare(RocksDB bare, int version) throws RocksDBException {
    Meter meter = new Meter();
    try (WriteOptions synced = new WriteOptions().setSync(true)) {
      for (int i = 0; i < keys; i += GROUP) {
        try (WriteBatch batch = new WriteBatch()) {
          for (int j = i; j < Math.min(keys, i + GROUP); j++) {
            batch.put(place(key(j), version), value(j, version));
          }
          bare.write(synced, batch);
        }
      }
    }
    return meter.programSeconds() / keys;
  }

  private double getOurs(EmbeddedStore store, @Nullable Stamp at, int seed) {
    Random random = new Random(seed);
    Meter meter = new Meter();
    for (int i = 0; i < keys; i++) {
      Bytes key = Bytes.of(key(random.nextInt(keys)));
      Version found = at == null ? store.get(key) : store.get(key, at);
      sum += found == null ? 0 : found.value().size();
    }
    return meter.threadSeconds() / keys;
  }

  private double getBare(RocksIterator iterator, int seed) {
    Random random = new Random(seed);
    Meter meter = new Meter();
    for (int i = 0; i < keys; i++) {
      byte[] place = place(key(random.nextInt(keys)), VERSIONS);
      iterator.seek(place);
      if (iterator.isValid() && isSameKey(place, keyBuffer, iterator.key(keyBuffer))) {
        sum += iterator.value(valueBuffer);
      }
    }
    return meter.threadSeconds() / keys;
  }

  private double scanOurs(EmbeddedStore store, Stamp at) {
    Meter meter = new Meter();
    store.scan(
        Bytes.none(),
        null,
        at,
        version -> {
          sum += version.value().size();
          return true;
        });
    return meter.threadSeconds() / keys;
  }

  /** Goes over all versions and takes the first one of every key. */
  private double scanBare(RocksDB bare) {
    Meter meter = new Meter();
    byte[] last = new byte[place(key(0), 0).length];
    try (RocksIterator iterator = bare.newIterator()) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        int size = iterator.key(keyBuffer);
        if (!isSameKey(last, keyBuffer, size)) {
          sum += iterator.value(valueBuffer);
          System.arraycopy(keyBuffer, 0, last, 0, size);
        }
      }
    }
    return meter.threadSeconds() / keys;
  }

  private void print(String what, double[] ours, double[] bare) {
    double[] ratios = new double[ours.length];
    for (int i = 0; i < ours.length; i++) {
      ratios[i] = ours[i] / bare[i];
    }
    out.printf(
        "%-22s %9.2f us %9.2f us %12.2f%n",
        what, median(ours) * 1e6, median(bare) * 1e6, median(ratios));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** In an order that is not that of the numbers. */
  private static byte[] key(int number) {
    long mixed = number * 0x9e3779b97f4a7c15L;
    return ByteBuffer.allocate(16).putLong(0x6b65796b65796b65L).putLong(mixed).array();
  }

  /** The key and 16 bytes that turn the order of the versions round, as in the store. */
  private static byte[] place(byte[] key, int version) {
    return ByteBuffer.allocate(key.length + 19)
        .put((byte) 1)
        .put(key)
        .putShort((short) 0)
        .putLong(Long.MAX_VALUE - version)
        .putLong(0)
        .array();
  }

  private static boolean isSameKey(byte[] place, byte[] buffer, int length) {
    int size = place.length - 16;
    return place.length == length && Arrays.equals(place, 0, size, buffer, 0, size);
  }

  /** Neither all alike nor all different, so that compression has something to do. */
  private static byte[] value(int number, int version) {
    byte[] value = new byte[VALUE_SIZE];
    new Random(number * 31L + version).nextBytes(value);
    Arrays.fill(value, VALUE_SIZE / 2, VALUE_SIZE, (byte) version);
    return value;
  }

  private static void delete(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
