package coterie.store.mvcc;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A long random life of one store, with crashes, held against a plain list of all that was ever
 * written. Whatever differs is a violation.
 */
final class MvccHistory {
  static final NodeId SELF = new NodeId(1);
  private static final NodeId OTHER = new NodeId(2);
  private static final long DRIFT = 500;
  private static final int KEYS = 6;

  /** How a store is used; a test can use it wrongly. */
  static class Usage {
    final FailingStorage storage;
    final MvccStore store;
    final HybridClock clock;

    Usage(FailingStorage storage, HybridClock clock) {
      this.storage = storage;
      this.clock = clock;
      this.store = new MvccStore(clock, SELF, storage);
    }

    @Nullable Version get(Bytes key, Stamp at) {
      return store.get(key, at);
    }

    void collect(Stamp at, int batch) {
      store.collect(at, batch);
    }

    void keepLast(int count, Stamp limit, int batch) {
      store.keepLast(count, limit, batch);
    }
  }

  /** What a read gave, which no later read at this stamp may contradict. */
  private record Seen(Bytes key, Stamp at, @Nullable Version found) {}

  private final SplittableRandom random;
  private final boolean isAlone;
  private final boolean keepsLast;
  private final java.util.function.BiFunction<FailingStorage, HybridClock, Usage> opener;
  private final List<Version> all = new ArrayList<>();
  private final List<Seen> reads = new ArrayList<>();
  private final List<MvccStore.Snapshot> snapshots = new ArrayList<>();
  final List<String> violations = new ArrayList<>();
  private Usage usage;
  private long wallMillis = 1_000_000;
  private Stamp last = Stamp.FIRST;
  private Stamp safePoint = Stamp.FIRST;
  private Stamp closedMost = Stamp.FIRST;

  /**
   * @param isAlone whether nobody else's versions come, so that every read is repeatable
   * @param keepsLast whether all but the last versions are removed at times
   */
  MvccHistory(
      long seed,
      boolean isAlone,
      boolean keepsLast,
      java.util.function.BiFunction<FailingStorage, HybridClock, Usage> opener) {
    this.random = new SplittableRandom(seed);
    this.isAlone = isAlone;
    this.keepsLast = keepsLast;
    this.opener = opener;
    this.usage = opener.apply(new FailingStorage(), clock());
  }

  private HybridClock clock() {
    return new HybridClock(() -> wallMillis, DRIFT);
  }

  List<String> run(int steps) {
    for (int i = 0; i < steps && violations.isEmpty(); i++) {
      step();
      if (keepsLast && random.nextInt(8) == 0) {
        keepLast();
      }
      checkOne();
      checkSeen();
    }
    return violations;
  }

  private void step() {
    wallMillis += random.nextInt(3) == 0 ? random.nextInt(40) : 0;
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> wrote(put());
      case 6, 7 -> {
        Bytes key = key();
        wrote(List.of(Version.tombstone(key, usage.store.delete(key))));
      }
      case 8, 9 -> writeTwo();
      case 10, 11 -> conditional();
      case 12 -> accept();
      case 13 -> snapshots.add(usage.store.snapshot());
      case 14 -> closeSnapshot();
      case 15, 16 -> collect();
      case 17 -> crash(usage.storage);
      case 18 -> wallMillis -= random.nextInt(60);
      default -> readAhead();
    }
  }

  private List<Version> put() {
    Bytes key = key();
    Bytes value = value();
    return List.of(Version.of(key, usage.store.put(key, value), value));
  }

  private void writeTwo() {
    Bytes one = key();
    Bytes other = key();
    Bytes value = value();
    if (!one.equals(other)) {
      Stamp stamp =
          usage.store.write(
              List.of(new MvccStore.Write(one, value), new MvccStore.Write(other, null)));
      wrote(List.of(Version.of(one, stamp, value), Version.tombstone(other, stamp)));
    }
  }

  private void conditional() {
    Bytes key = key();
    Version now = model(key, Stamp.lastOf(Long.MAX_VALUE));
    Stamp right = now == null ? null : now.stamp();
    Stamp expected = random.nextBoolean() ? right : random.nextBoolean() ? null : any();
    Bytes value = value();
    MvccStore.Outcome outcome = usage.store.putIf(key, expected, value);
    switch (outcome) {
      case MvccStore.Outcome.Written(Stamp stamp) -> {
        check(Objects.equals(expected, right), "a conditional write on the wrong version");
        wrote(List.of(Version.of(key, stamp, value)));
      }
      case MvccStore.Outcome.Refused(Version found) -> {
        check(!Objects.equals(expected, right), "a conditional write was refused");
        check(Objects.equals(found, now), "another version was found");
      }
    }
  }

  /** A version of another node, which may be older than what is here. */
  private void accept() {
    if (isAlone) {
      return;
    }
    long low = Math.max(HybridClock.millis(safePoint.time()) + 1, wallMillis - 100);
    low = Math.max(low, HybridClock.millis(closedMost.time()) + 1);
    Stamp stamp = new Stamp(HybridClock.time(low + random.nextInt(60), random.nextInt(3)), OTHER);
    Bytes key = key();
    if (all.stream().noneMatch(one -> one.stamp().equals(stamp))
        && usage.clock.accepts(stamp.time())) {
      Version version = Version.of(key, stamp, value());
      Stamp at = usage.store.accept(List.of(version));
      check(last.isBefore(at) && stamp.isBefore(at), "a stamp that is not the highest");
      last = at;
      all.add(version);
      reads.removeIf(seen -> stamp.compareTo(seen.at) <= 0);
    }
  }

  private void closeSnapshot() {
    if (!snapshots.isEmpty()) {
      snapshots.remove(random.nextInt(snapshots.size())).close();
    }
  }

  /** Sometimes it is cut off in the middle. */
  private void collect() {
    Stamp asked = any();
    Stamp lowest = asked;
    for (MvccStore.Snapshot snapshot : snapshots) {
      lowest = snapshot.stamp().isBefore(lowest) ? snapshot.stamp() : lowest;
    }
    FailingStorage before = usage.storage;
    if (random.nextBoolean()) {
      before.failAfter(1 + random.nextInt(4));
    }
    Stamp expected = safePoint.isBefore(lowest) ? lowest : safePoint;
    try {
      usage.collect(asked, 1 + random.nextInt(4));
      before.failAfter(Integer.MAX_VALUE);
      safePoint = expected;
    } catch (FailingStorage.Crash e) {
      crash(before);
      Stamp found = usage.store.safePoint();
      check(
          found.equals(safePoint) || found.equals(expected), "a safe point that nobody asked for");
      safePoint = found;
    }
    equal(safePoint, usage.store.safePoint(), "the safe point");
  }

  /** Sometimes it is cut off in the middle; others' versions may still come below a limit. */
  private void keepLast() {
    int count = 1 + random.nextInt(4);
    Stamp limit = isAlone ? Stamp.lastOf(Long.MAX_VALUE) : closed();
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      sizes.add(usage.store.history(Bytes.utf8("k" + i)).size());
    }
    FailingStorage before = usage.storage;
    if (random.nextBoolean()) {
      before.failAfter(1 + random.nextInt(4));
    }
    try {
      usage.keepLast(count, limit, 1 + random.nextInt(4));
      before.failAfter(Integer.MAX_VALUE);
    } catch (FailingStorage.Crash e) {
      crash(before);
    }
    for (int i = 0; i < KEYS; i++) {
      checkLast(Bytes.utf8("k" + i), Math.min(count, sizes.get(i)), limit);
    }
  }

  /** Nothing comes at or below it, see {@link #accept}. */
  private Stamp closed() {
    Stamp now = Stamp.lastOf(HybridClock.time(wallMillis - random.nextInt(100), 0));
    closedMost = closedMost.isBefore(now) ? now : closedMost;
    return closedMost;
  }

  /** The last ones are there, and what a reader at the limit sees. */
  private void checkLast(Bytes key, int count, Stamp limit) {
    int left = usage.store.history(key).size();
    check(left >= count, "a version of the last ones is gone");
    Version seen = usage.storage.newest(key, limit);
    Version right = modelRaw(key, limit);
    boolean isCollected =
        limit.isBefore(safePoint) || (right != null && right.isDeleted() && seen == null);
    check(isCollected || Objects.equals(seen, right), "what a reader at the limit sees is gone");
  }

  private void crash(FailingStorage before) {
    snapshots.clear();
    usage = opener.apply(before.reopened(), clock());
  }

  /** A read a little ahead of the clock is repeatable as well. */
  private void readAhead() {
    Stamp at = Stamp.lastOf(HybridClock.time(wallMillis + random.nextInt(100), 0));
    if (!at.isBefore(safePoint) && !at.isBefore(usage.store.completeFrom())) {
      Bytes key = key();
      remember(key, at, usage.get(key, at));
    }
  }

  private void wrote(List<Version> versions) {
    Stamp stamp = versions.getFirst().stamp();
    check(last.isBefore(stamp), "a stamp that is not the highest");
    last = stamp;
    all.addAll(versions);
  }

  // ---- comparing

  private void checkOne() {
    Bytes key = key();
    Stamp at = any();
    if (!at.isBefore(usage.store.completeFrom())) {
      remember(key, at, usage.get(key, at));
    } else {
      checkLeft(key, at);
    }
    equal(model(key, Stamp.lastOf(Long.MAX_VALUE)), usage.store.get(key), "a read now");
    Bytes from = key();
    Bytes to = random.nextInt(4) == 0 ? null : key();
    int limit = 1 + random.nextInt(KEYS);
    if (!at.isBefore(usage.store.completeFrom())) {
      equal(modelScan(from, to, at, limit), usage.store.scan(from, to, at, limit), "a scan");
    } else {
      checkScanIsRefused(from, at);
    }
    List<Version> history = usage.store.history(key);
    List<Version> right = modelHistory(key);
    equal(
        keepsLast ? right.subList(0, Math.min(history.size(), right.size())) : right,
        history,
        "a history");
    if (!snapshots.isEmpty()) {
      MvccStore.Snapshot snapshot = snapshots.get(random.nextInt(snapshots.size()));
      equal(model(key, snapshot.stamp()), snapshot.get(key), "a snapshot");
    }
  }

  /** Where versions have gone, the right one is found, or none and the read is refused. */
  private void checkLeft(Bytes key, Stamp at) {
    try {
      equal(model(key, at), usage.get(key, at), "a read of what is left");
    } catch (IllegalArgumentException e) {
      check(e.getMessage().contains("only the last versions are kept"), e.getMessage());
    }
  }

  private void checkScanIsRefused(Bytes from, Stamp at) {
    try {
      usage.store.scan(from, null, at, KEYS);
      check(false, "a scan of what is left was answered");
    } catch (IllegalArgumentException e) {
      check(e.getMessage().contains("only the last versions are kept"), e.getMessage());
    }
  }

  private void remember(Bytes key, Stamp at, @Nullable Version found) {
    equal(model(key, at), found, "a read");
    reads.add(new Seen(key, at, found));
  }

  private void checkSeen() {
    for (int i = 0; i < 5 && !reads.isEmpty(); i++) {
      Seen seen = reads.get(random.nextInt(reads.size()));
      if (seen.at.isBefore(safePoint)) {
        checkRefused(seen);
      } else if (seen.at.isBefore(usage.store.completeFrom())) {
        checkLeft(seen.key, seen.at);
      } else {
        equal(seen.found, usage.get(seen.key, seen.at), "a read that was made before");
      }
    }
  }

  private void checkRefused(Seen seen) {
    reads.remove(seen);
    try {
      usage.store.get(seen.key, seen.at);
      check(false, "a read below the safe point was answered");
    } catch (IllegalArgumentException e) {
      check(e.getMessage().contains("was collected"), e.getMessage());
    }
  }

  private @Nullable Version model(Bytes key, Stamp at) {
    Version newest = modelRaw(key, at);
    return newest == null || newest.isDeleted() ? null : newest;
  }

  private @Nullable Version modelRaw(Bytes key, Stamp at) {
    Version newest = null;
    for (Version one : all) {
      if (one.key().equals(key) && one.stamp().compareTo(at) <= 0) {
        newest = newest == null || newest.stamp().isBefore(one.stamp()) ? one : newest;
      }
    }
    return newest;
  }

  private List<Version> modelScan(Bytes from, @Nullable Bytes to, Stamp at, int limit) {
    TreeMap<Bytes, Version> found = new TreeMap<>();
    for (int i = 0; i < KEYS; i++) {
      Bytes key = Bytes.utf8("k" + i);
      Version version = model(key, at);
      boolean isInside = key.compareTo(from) >= 0 && (to == null || key.compareTo(to) < 0);
      if (version != null && isInside) {
        found.put(key, version);
      }
    }
    return found.values().stream().limit(limit).toList();
  }

  private List<Version> modelHistory(Bytes key) {
    Version base = model(key, safePoint);
    return all.stream()
        .filter(one -> one.key().equals(key))
        .filter(one -> safePoint.isBefore(one.stamp()) || one.equals(base))
        .sorted((a, b) -> b.stamp().compareTo(a.stamp()))
        .toList();
  }

  private Bytes key() {
    return Bytes.utf8("k" + random.nextInt(KEYS));
  }

  private Bytes value() {
    return Bytes.utf8("v" + all.size());
  }

  /** A stamp in use, or one beside it; at or after the safe point, and not after the last one. */
  private Stamp any() {
    Function<Version, Stamp> near =
        one -> random.nextBoolean() ? one.stamp() : Stamp.lastOf(one.stamp().time() - 1);
    Stamp stamp = all.isEmpty() ? last : near.apply(all.get(random.nextInt(all.size())));
    return stamp.isBefore(safePoint) ? safePoint : last.isBefore(stamp) ? last : stamp;
  }

  private void equal(@Nullable Object expected, @Nullable Object actual, String what) {
    if (!Objects.equals(expected, actual)) { // No text is made for what is right.
      violations.add("%s is %s, and should be %s".formatted(what, actual, expected));
    }
  }

  private void check(boolean holds, String violation) {
    if (!holds) {
      violations.add(violation);
    }
  }
}
