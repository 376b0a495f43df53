package coterie.store.mvcc;

import coterie.clock.HybridClock;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import java.util.List;

/**
 * A hybrid clock whose times never come again, not even after a crash: a ceiling that lies at or
 * above all times in use is in the storage, and who returns begins there.
 *
 * <p>The ceiling is put a block ahead of the wall clock, so that it is seldom written, and then in
 * the batch of a write that is made anyway. Where the clock itself is ahead of the wall clock, as
 * it is after a quick restart, the ceiling is the end of the clock's millisecond: many restarts in
 * a row must not add up to a clock that runs away.
 */
final class Ceiling {
  static final String MARK = "ceiling";

  private final HybridClock clock;
  private final NodeId self;
  private final Storage storage;
  private final long blockMillis;
  private long ceiling;

  /** Whether the last time was read from the wall clock, so that the clock is not ahead of it. */
  private boolean isFresh;

  Ceiling(HybridClock clock, NodeId self, Storage storage, long blockMillis) {
    if (blockMillis < 0) {
      throw new IllegalArgumentException("a block has 0 ms or more, not " + blockMillis);
    }
    this.clock = clock;
    this.self = self;
    this.storage = storage;
    this.blockMillis = blockMillis;
    Stamp saved = storage.mark(MARK);
    this.ceiling = saved == null ? 0 : saved.time();
    clock.startAfter(ceiling);
  }

  /** The time of an event; the {@link #raised} marks must be written with the event. */
  long next() {
    long before = clock.last();
    long time = clock.now();
    isFresh = time > before + 1;
    return time;
  }

  /** The marks that must be written with the last event; mostly none. */
  List<Storage.Mark> raised() {
    return raised(clock.last());
  }

  private List<Storage.Mark> raised(long time) {
    assert above(time) >= time : "a ceiling below a time that was given: " + time;
    return time > ceiling
        ? List.of(new Storage.Mark(MARK, new Stamp(above(time), self)))
        : List.of();
  }

  /** Those marks are written now. */
  void wrote(List<Storage.Mark> marks) {
    for (Storage.Mark mark : marks) {
      ceiling = Math.max(ceiling, mark.stamp().time());
    }
  }

  /** No later event here has that time or a lower one, whatever happens. */
  void reserve(long time) {
    isFresh = isFresh && time <= clock.last();
    List<Storage.Mark> marks = raised(time);
    if (!marks.isEmpty()) {
      storage.write(new Storage.Batch(List.of(), List.of(), marks));
      wrote(marks);
    }
    clock.startAfter(time);
    assert time <= ceiling : "after a crash this time would be given again";
  }

  /** A time of this moment which, like all before it, is never given again. */
  long tick() {
    long time = next();
    reserve(time);
    return time;
  }

  private long above(long time) {
    long aheadMillis = isFresh ? blockMillis : 0;
    return HybridClock.time(HybridClock.millis(time) + aheadMillis, HybridClock.COUNTER_MAX);
  }
}
