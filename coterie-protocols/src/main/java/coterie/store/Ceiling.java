package coterie.store;

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
 * it is after a quick restart, the ceiling stays close above it: many restarts in a row must not
 * add up to a clock that runs away.
 */
final class Ceiling {
  static final String MARK = "ceiling";

  /** So many times fit under a ceiling that is not put a whole block ahead. */
  private static final int ROOM = 1024;

  private static final int COUNTER_MAX = (1 << HybridClock.COUNTER_BITS) - 1;

  private final HybridClock clock;
  private final NodeId self;
  private final Storage storage;
  private final long blockMillis;
  private long ceiling;

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

  /** Whether that time may be in use only once {@link #raised} marks are written. */
  boolean isBelow(long time) {
    return time > ceiling;
  }

  /** The marks that must be written with or before the use of a time; mostly none. */
  List<Storage.Mark> raised(long time) {
    return isBelow(time)
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
    List<Storage.Mark> marks = raised(time);
    if (!marks.isEmpty()) {
      storage.write(new Storage.Batch(List.of(), List.of(), marks));
      wrote(marks);
    }
    clock.startAfter(time);
  }

  /** A time of this moment which, like all before it, is never given again. */
  long tick() {
    long time = clock.now();
    reserve(time);
    return time;
  }

  /** A counter of 0 says that the time was just read from the wall clock. */
  private long above(long time) {
    return HybridClock.counter(time) == 0
        ? HybridClock.time(HybridClock.millis(time) + blockMillis, COUNTER_MAX)
        : time + ROOM;
  }
}
