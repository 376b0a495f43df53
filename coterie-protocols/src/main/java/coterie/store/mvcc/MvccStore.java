package coterie.store.mvcc;

import coterie.clock.HybridClock;
import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps every version of every key, by hybrid time: reads can ask for any past moment.
 * One copy, used by one thread at a time.
 *
 * <p>Guarantees: versions are ordered by their stamps, in whatever order they came. A read at a
 * stamp is repeatable: writes made here later have higher stamps, after a crash too. (Only {@link
 * #accept} can bring an older version in.) A write changes all its keys or none. {@link #collect}
 * removes nothing that a reader at or after the safe point can see, and a read below it is refused,
 * never answered wrongly, from the moment that it begins; so is one that {@link #keepLast} has left
 * nothing for.
 *
 * <p>Assumes: a batch of the storage is written whole or not at all, and batches that are lost in a
 * crash are the last ones.
 *
 * <p>P. Bernstein and N. Goodman, "Multiversion concurrency control: theory and algorithms", ACM
 * Transactions on Database Systems 8(4), 1983; stamps by S. Kulkarni et al., "Logical physical
 * clocks", OPODIS 2014.
 */
public final class MvccStore {
  /** The longest key, in bytes; the shortest has one. */
  public static final int KEY_MAX = 4096;

  /** The longest value, in bytes. */
  public static final int VALUE_MAX = 1 << 20;

  /** How far ahead of the wall clock times are reserved, unless the constructor is told else. */
  public static final long BLOCK_MILLIS = 1_000;

  private static final String SAFE_POINT = "safe-point";

  /** The mark of {@link #completeFrom}. */
  public static final String COMPLETE_FROM = "complete-from";

  private static final int COLLECT_BATCH = 1_000;

  /** Above all that a clock ever gives, so a read at it sees the newest versions. */
  private static final Stamp NEWEST = Stamp.lastOf(Long.MAX_VALUE);

  /** One change of one key; a null value deletes. */
  public record Write(Bytes key, @Nullable Bytes value) {}

  /** What became of a conditional write. */
  public sealed interface Outcome {
    record Written(Stamp stamp) implements Outcome {}

    /** Something else was found: the version that a reader sees, or null if there is none. */
    record Refused(@Nullable Version found) implements Outcome {}
  }

  /**
   * What a collection did.
   *
   * @param safePoint the one that holds now, which may be lower than the one asked for
   */
  public record Collected(Stamp safePoint, long removed) {}

  /**
   * What keeping the last versions did.
   *
   * @param completeFrom as {@link MvccStore#completeFrom}
   */
  public record Trimmed(Stamp completeFrom, long removed) {}

  private final HybridClock clock;
  private final NodeId self;
  private final Storage storage;
  private final Ceiling ceiling;
  private final List<Snapshot> snapshots = new ArrayList<>();
  private Stamp safePoint;
  private Stamp completeFrom;

  public MvccStore(HybridClock clock, NodeId self, Storage storage) {
    this(clock, self, storage, BLOCK_MILLIS);
  }

  /**
   * @param blockMillis how far ahead of the wall clock times are reserved by one write; after a
   *     restart the clock may be ahead by as much
   */
  public MvccStore(HybridClock clock, NodeId self, Storage storage, long blockMillis) {
    this.clock = clock;
    this.self = self;
    this.storage = storage;
    this.ceiling = new Ceiling(clock, self, storage, blockMillis);
    Stamp saved = storage.mark(SAFE_POINT);
    this.safePoint = saved == null ? Stamp.FIRST : saved;
    Stamp complete = storage.mark(COMPLETE_FROM);
    this.completeFrom = complete == null ? Stamp.FIRST : complete;
  }

  // ---- writing

  public Stamp put(Bytes key, Bytes value) {
    requireKey(key);
    requireValue(value);
    Stamp stamp = new Stamp(ceiling.next(), self);
    add(List.of(Version.of(key, stamp, value)));
    return stamp;
  }

  /** From its stamp on, the key has no value, whether or not it had one. */
  public Stamp delete(Bytes key) {
    requireKey(key);
    Stamp stamp = new Stamp(ceiling.next(), self);
    add(List.of(Version.tombstone(key, stamp)));
    return stamp;
  }

  /** Makes all changes under one stamp, or none; no key may be in it twice. */
  public Stamp write(List<Write> writes) {
    requireDistinct(writes);
    Stamp stamp = new Stamp(ceiling.next(), self);
    add(versions(writes, stamp));
    return stamp;
  }

  /**
   * Puts only if what a reader sees now is still the expected version.
   *
   * @param expected the stamp of that version; null if the key must have no value, be it that it
   *     never had one or that it was deleted. So a tombstone's stamp never matches: a tombstone
   *     goes when it is collected, and the outcome must not depend on that
   */
  public Outcome putIf(Bytes key, @Nullable Stamp expected, Bytes value) {
    requireValue(value);
    return writeIf(key, expected, value);
  }

  /** Deletes only if what a reader sees now is still the version with that stamp. */
  public Outcome deleteIf(Bytes key, Stamp expected) {
    return writeIf(key, expected, null);
  }

  private Outcome writeIf(Bytes key, @Nullable Stamp expected, @Nullable Bytes value) {
    Version found = get(key);
    Stamp actual = found == null ? null : found.stamp();
    if (actual == null ? expected != null : !actual.equals(expected)) {
      return new Outcome.Refused(found);
    }
    return new Outcome.Written(write(List.of(new Write(key, value))));
  }

  /**
   * Takes versions that were written elsewhere, all or none, and moves the clock beyond them. Those
   * that are here already change nothing.
   *
   * @return the time of this event by the clock here
   * @throws IllegalArgumentException if one is too far ahead of the clock, at or below the safe
   *     point, or beyond the limits; then none is taken
   */
  public Stamp accept(List<Version> versions) {
    for (Version version : versions) {
      requireKey(version.key());
      requireValue(version.value());
      requireTime(version.stamp());
      if (version.stamp().compareTo(safePoint) <= 0) {
        throw new IllegalArgumentException(
            "a version of %s was received; only those after the safe point %s are taken"
                .formatted(text(version.stamp()), text(safePoint)));
      }
      if (version.stamp().isBefore(completeFrom)) {
        throw new IllegalArgumentException(
            "a version of %s was received; since only the last ones are kept, it must be of %s or later"
                .formatted(text(version.stamp()), text(completeFrom)));
      }
    }
    return take(versions);
  }

  /** The same for versions that were found in order; to look again could give another answer. */
  Stamp take(List<Version> versions) {
    versions.forEach(version -> clock.startAfter(version.stamp().time()));
    Stamp stamp = new Stamp(ceiling.next(), self);
    add(versions);
    return stamp;
  }

  /**
   * Takes own or known versions that may not have been stored before a crash. Those at or below the
   * safe point were, for it is moved only after them.
   */
  void restore(List<Version> versions) {
    versions.forEach(version -> clock.startAfter(version.stamp().time()));
    List<Version> missing = versions.stream().filter(version -> !isHere(version)).toList();
    if (!missing.isEmpty()) {
      add(missing);
    }
  }

  /** Whether a version is stored, or may have been collected. */
  boolean isHere(Version version) {
    if (version.stamp().compareTo(safePoint) <= 0 || version.stamp().isBefore(completeFrom)) {
      return true;
    }
    Version found = storage.newest(version.key(), version.stamp());
    return found != null && found.stamp().equals(version.stamp());
  }

  /**
   * Somebody's clock has come to that time, which was found in order, and this one as well now,
   * even after a crash.
   */
  void witness(long time) {
    if (time > ceiling.tick()) {
      ceiling.reserve(time);
    }
  }

  /** The ceiling goes with the versions: one batch, and mostly nothing to add. */
  private void add(List<Version> versions) {
    List<Storage.Mark> marks = ceiling.raised();
    storage.write(new Storage.Batch(versions, List.of(), marks));
    ceiling.wrote(marks);
  }

  private static List<Version> versions(List<Write> writes, Stamp stamp) {
    List<Version> versions = new ArrayList<>(writes.size());
    for (Write write : writes) {
      Bytes value = write.value();
      versions.add(
          value == null
              ? Version.tombstone(write.key(), stamp)
              : Version.of(write.key(), stamp, value));
    }
    return versions;
  }

  // ---- reading

  /** The version that a reader sees now; null if there is none, or if it was deleted. */
  public @Nullable Version get(Bytes key) {
    requireKey(key);
    return visible(storage.newest(key, NEWEST));
  }

  /**
   * The version that a reader saw at that stamp. A stamp that is ahead of the clock moves it, so
   * that what is written here later does not change the answer.
   *
   * @throws IllegalArgumentException if the stamp is below the safe point or too far ahead
   */
  public @Nullable Version get(Bytes key, Stamp at) {
    requireKey(key);
    requireReadable(at);
    Version found = storage.newest(key, at);
    if (found == null && at.isBefore(completeFrom)) {
      throw new IllegalArgumentException(
          "of \"%s\" only the last versions are kept, all of them after %s; a read must be at one of them, or at %s or later"
              .formatted(key.text(), text(at), text(completeFrom)));
    }
    return visible(found);
  }

  private static @Nullable Version visible(@Nullable Version found) {
    return found == null || found.isDeleted() ? null : found;
  }

  /** What a reader sees now of the keys from one up to, excluding, another. */
  public List<Version> scan(Bytes from, @Nullable Bytes to, int limit) {
    return scanned(from, to, NEWEST, limit);
  }

  /**
   * What a reader saw at that stamp of the keys from one up to, excluding, another.
   *
   * @param to null for all keys to the last one
   * @param limit the maximum number of versions
   */
  public List<Version> scan(Bytes from, @Nullable Bytes to, Stamp at, int limit) {
    requireComplete(at);
    return scanned(from, to, at, limit);
  }

  /** The same one after the other, as long as the visitor wants more; it must not write here. */
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Storage.Visitor visitor) {
    requireComplete(at);
    storage.scan(from, to, at, version -> version.isDeleted() || visitor.visit(version));
  }

  private List<Version> scanned(Bytes from, @Nullable Bytes to, Stamp at, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a scan returns 1 version or more, not " + limit);
    }
    List<Version> found = new ArrayList<>();
    storage.scan(
        from,
        to,
        at,
        version -> {
          if (!version.isDeleted()) {
            found.add(version);
          }
          return found.size() < limit;
        });
    return found;
  }

  /**
   * All versions of a key that a reader at or after the safe point can see, tombstones among them,
   * the newest one first. It does not depend on how far a collection has come.
   */
  public List<Version> history(Bytes key) {
    requireKey(key);
    List<Version> found = new ArrayList<>();
    storage.versions(
        key,
        null,
        version -> {
          if (!version.key().equals(key)) {
            return false;
          }
          boolean isAfter = version.stamp().compareTo(safePoint) > 0;
          if (isAfter || !version.isDeleted()) {
            found.add(version);
          }
          return isAfter;
        });
    return found;
  }

  /** The moment now, to read from: what is written here later does not change what it shows. */
  public Snapshot snapshot() {
    return opened(new Stamp(ceiling.tick(), self));
  }

  /** A past moment to read from. */
  public Snapshot snapshot(Stamp at) {
    requireReadable(at);
    return opened(at);
  }

  private Snapshot opened(Stamp at) {
    Snapshot snapshot = new Snapshot(at);
    snapshots.add(snapshot);
    return snapshot;
  }

  /** A moment to which reads can go back until it is closed: the safe point does not pass it. */
  public final class Snapshot implements AutoCloseable {
    private final Stamp stamp;
    private boolean isClosed;

    private Snapshot(Stamp stamp) {
      this.stamp = stamp;
    }

    public Stamp stamp() {
      return stamp;
    }

    public @Nullable Version get(Bytes key) {
      requireOpen();
      return MvccStore.this.get(key, stamp);
    }

    public List<Version> scan(Bytes from, @Nullable Bytes to, int limit) {
      requireOpen();
      return MvccStore.this.scan(from, to, stamp, limit);
    }

    public void scan(Bytes from, @Nullable Bytes to, Storage.Visitor visitor) {
      requireOpen();
      MvccStore.this.scan(from, to, stamp, visitor);
    }

    private void requireOpen() {
      if (isClosed) {
        throw new IllegalStateException("the snapshot is closed; open another one to read");
      }
    }

    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        snapshots.removeIf(open -> open == this);
      }
    }
  }

  // ---- time and history

  /** A time of this moment: what is written here later, even after a crash, comes after it. */
  public long tick() {
    return ceiling.tick();
  }

  /** Reads below it are refused; {@link Stamp#FIRST} if nothing was ever collected. */
  public Stamp safePoint() {
    return safePoint;
  }

  /**
   * Removes all versions that no reader at or after the safe point can see. The safe point is
   * durable first, so the work may be cut off at any moment; the next collection finishes it. An
   * open snapshot lowers the safe point to its own stamp; the safe point never goes back.
   *
   * @throws IllegalArgumentException if the stamp lies ahead of the clock
   */
  public Collected collect(Stamp asked) {
    return collect(asked, COLLECT_BATCH);
  }

  Collected collect(Stamp asked, int batchMax) {
    requireTime(asked);
    if (asked.time() > ceiling.tick()) {
      throw new IllegalArgumentException(
          "the safe point %s lies ahead of the clock; now or earlier is allowed"
              .formatted(text(asked)));
    }
    Stamp wanted = asked;
    for (Snapshot snapshot : snapshots) {
      wanted = snapshot.stamp.isBefore(wanted) ? snapshot.stamp : wanted;
    }
    if (safePoint.isBefore(wanted)) {
      storage.write(Storage.Batch.marking(SAFE_POINT, wanted));
      safePoint = wanted;
    }
    for (Snapshot snapshot : snapshots) {
      assert !snapshot.stamp.isBefore(safePoint) : "an open snapshot would lose its versions";
    }
    return new Collected(safePoint, new Collector(storage, safePoint, batchMax).run());
  }

  /**
   * From this stamp on no key lacks a version because only the last ones are kept. Before it, a
   * read of one key is answered from the versions that are left, or refused if none is; a scan is
   * refused, since it could miss a key. {@link Stamp#FIRST} if all were kept until now.
   */
  public Stamp completeFrom() {
    return completeFrom;
  }

  /**
   * Keeps the newest versions of every key, tombstones among them, and removes those before. What
   * an open snapshot sees stays as well.
   *
   * @param count how many are kept at the least
   */
  public Trimmed keepLast(int count) {
    return keepLast(count, NEWEST, COLLECT_BATCH);
  }

  /**
   * The same where older versions may still come.
   *
   * @param limit all versions up to it are here: what a reader at it sees stays, and all after that
   */
  public Trimmed keepLast(int count, Stamp limit) {
    return keepLast(count, limit, COLLECT_BATCH);
  }

  Trimmed keepLast(int count, Stamp limit, int batchMax) {
    if (count < 1) {
      throw new IllegalArgumentException("the last 1 version or more is kept, not " + count);
    }
    Stamp lowest = limit;
    for (Snapshot snapshot : snapshots) {
      lowest = snapshot.stamp.isBefore(lowest) ? snapshot.stamp : lowest;
    }
    long removed = new Trimmer(storage, count, lowest, batchMax, this::remove).run();
    return new Trimmed(completeFrom, removed);
  }

  /** The mark goes with what it speaks of, in one batch. */
  private void remove(List<Storage.Place> places, Stamp isCompleteFrom) {
    completeFrom = completeFrom.isBefore(isCompleteFrom) ? isCompleteFrom : completeFrom;
    Storage.Mark mark = new Storage.Mark(COMPLETE_FROM, completeFrom);
    storage.write(new Storage.Batch(List.of(), places, List.of(mark)));
  }

  // ---- what is allowed

  private void requireComplete(Stamp at) {
    requireReadable(at);
    if (at.isBefore(completeFrom)) {
      throw new IllegalArgumentException(
          "only the last versions are kept; a scan at %s must be at or after %s"
              .formatted(text(at), text(completeFrom)));
    }
  }

  private void requireReadable(Stamp at) {
    requireTime(at);
    if (at.isBefore(safePoint)) {
      throw new IllegalArgumentException(
          "the history before %s was collected; a read at %s must be at or after it"
              .formatted(text(safePoint), text(at)));
    }
    ceiling.reserve(at.time());
  }

  /** Own times may be far ahead of a wall clock that was set back, and are allowed. */
  private void requireTime(Stamp stamp) {
    long time = stamp.time();
    if (time < 0 || (time > clock.last() && !clock.accepts(time))) {
      throw new IllegalArgumentException(
          "the stamp %s is refused: %s".formatted(text(stamp), clock.refusal(time)));
    }
  }

  /** A time below 0, which no clock gives, has no other text. */
  private static String text(Stamp stamp) {
    return stamp.time() < 0 ? stamp.toString() : HybridText.textOf(stamp);
  }

  private static void requireKey(Bytes key) {
    if (key.size() < 1 || key.size() > KEY_MAX) {
      throw new IllegalArgumentException(
          "a key has 1 to %d bytes, not %d".formatted(KEY_MAX, key.size()));
    }
  }

  private static void requireValue(Bytes value) {
    if (value.size() > VALUE_MAX) {
      throw new IllegalArgumentException(
          "a value has at most %d bytes, not %d".formatted(VALUE_MAX, value.size()));
    }
  }

  static void requireDistinct(List<Write> writes) {
    if (writes.isEmpty()) {
      throw new IllegalArgumentException("a write changes 1 key or more, not 0");
    }
    TreeSet<Bytes> keys = new TreeSet<>();
    for (Write write : writes) {
      requireKey(write.key());
      Bytes value = write.value();
      if (value != null) {
        requireValue(value);
      }
      if (!keys.add(write.key())) {
        throw new IllegalArgumentException(
            "the key \"%s\" is in one write twice; once is allowed".formatted(write.key().text()));
      }
    }
  }
}
