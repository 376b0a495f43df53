package coterie.wheel;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The queue of future events: a hierarchical timing wheel over primitive arrays that gives events
 * back in exact order of (time, order of scheduling) without storing a sequence number.
 *
 * <p>A level has 4096 slots; a slot of level 0 is one nanosecond wide, one of level 1 is as wide as
 * all of level 0, and so on. Windows are aligned: the level of an event is the highest group of
 * bits in which its time differs from the cursor, so an event keeps its slot until the cursor
 * enters that slot, and then moves down with its neighbours, in list order. An event of the same
 * time that is scheduled later finds the earlier ones already in place and goes behind them.
 *
 * <p>An event takes 32 contiguous bytes and one reference. Lists are doubly linked, so that a
 * stopped alarm leaves at once. Nothing is allocated per event.
 */
public final class Wheel {
  public static final int NONE = 0;

  private static final int BITS = 12;
  private static final int SLOTS = 1 << BITS;
  private static final int LEVELS = 6;
  private static final int WORDS = SLOTS / 64;
  private static final int CHUNK = 64;

  /**
   * With this number of events left, a chunk is filled again; so a place in four is used at the
   * worst.
   */
  private static final int FEW = CHUNK / 4;

  private static final byte[] LEVEL_OF_BIT = new byte[64];

  static {
    for (int bit = 0; bit < 64; bit++) {
      LEVEL_OF_BIT[bit] = (byte) (bit / BITS);
    }
  }

  /** Four longs an event: time; next and previous in the list; the two words of the owner. */
  private long[] events = new long[4 * 1024];

  private @Nullable Object[] subjects = new @Nullable Object[1024];

  /** First (high half) and last (low half) event of every slot. */
  private final long[] ends = new long[LEVELS * SLOTS];

  private final long[] occupied = new long[LEVELS * WORDS];
  private final long[] summary = new long[LEVELS];

  /** A bit for every place, 64 to a chunk; all are set in the chunk that is being filled. */
  private long[] taken = new long[1024 / CHUNK];

  /** Chunks with few events left: a stack. */
  private int[] roomy = new int[1024 / CHUNK];

  private int roomyCount;
  private int chunks = 1;

  /** The chunk that is being filled, and a bit for each of its places that is free. */
  private int chunk;

  private long open = ~1L;
  private int size;
  private long cursor;

  public Wheel() {
    taken[0] = -1;
  }

  public int size() {
    return size;
  }

  /** Adds an event and returns its handle, which holds until the event is taken or removed. */
  public int add(long time, long first, long second, Object subject) {
    assert time >= cursor : "an event in the past";
    if (open == 0) {
      openChunk();
    }
    int event = chunk * CHUNK + Long.numberOfTrailingZeros(open);
    open &= open - 1;
    events[4 * event] = time;
    events[4 * event + 2] = first;
    events[4 * event + 3] = second;
    subjects[event] = subject;
    size++;
    append(event, time);
    return event;
  }

  /** No event is due before that time; {@link Long#MAX_VALUE} if there is none at all. */
  public long earliest() {
    int place = firstPlace();
    if (place < 0) {
      return Long.MAX_VALUE;
    }
    int head = (int) (ends[place] >>> 32);
    boolean isExact = place < SLOTS || head == (int) ends[place];
    return isExact ? events[4 * head] : slotStart(place);
  }

  /** Takes the first event that is due by the limit out of its slot; NONE if there is none. */
  public int take(long limit) {
    int place = advance(limit);
    if (place < 0) {
      return NONE;
    }
    int event = (int) (ends[place] >>> 32);
    cursor = events[4 * event];
    unlink(event, place);
    return event;
  }

  /** Like take, but among the events of the next instant any may come: the chooser decides. */
  public int takeAny(long limit, IntUnaryOperator chooser) {
    int place = advance(limit);
    if (place < 0) {
      return NONE;
    }
    int count = 0;
    for (int at = (int) (ends[place] >>> 32); at != NONE; at = next(at)) {
      count++;
    }
    int event = (int) (ends[place] >>> 32);
    for (int skip = chooser.applyAsInt(count); skip > 0; skip--) {
      event = next(event);
    }
    cursor = events[4 * event];
    unlink(event, place);
    return event;
  }

  public long time(int event) {
    return events[4 * event];
  }

  public long first(int event) {
    return events[4 * event + 2];
  }

  public long second(int event) {
    return events[4 * event + 3];
  }

  public Object subject(int event) {
    Object subject = subjects[event];
    assert subject != null : "the handle was released";
    return subject;
  }

  /** Gives the place of a taken event back. */
  public void release(int event) {
    assert subjects[event] != null : "released twice, the place would be given to two events";
    subjects[event] = null;
    size--;
    int home = event / CHUNK;
    if (home == chunk) {
      open |= 1L << event;
      return;
    }
    long left = taken[home] & ~(1L << event);
    taken[home] = left;
    if (Long.bitCount(left) == FEW) {
      roomy[roomyCount++] = home;
    }
  }

  /** Removes an event that was not taken yet. */
  public void remove(int event) {
    long time = events[4 * event];
    assert time >= cursor : "its level is found by the cursor, which must not have passed it";
    int level = level(time);
    unlink(event, level * SLOTS + slot(time, level));
    release(event);
  }

  /**
   * Returns the place of the list whose head is the next event; all events of that list have the
   * same time. Returns -1 if nothing is due by the limit. The cursor never passes the limit,
   * because an event may still be added from outside right after it. An event that is alone in its
   * slot need not move down: it is the next one wherever it is.
   */
  private int advance(long limit) {
    while (true) {
      int place = firstPlace();
      if (place < 0) {
        return -1;
      }
      long both = ends[place];
      int head = (int) (both >>> 32);
      if (place < SLOTS || head == (int) both) {
        return events[4 * head] <= limit ? place : -1;
      }
      long start = slotStart(place);
      if (start > limit) {
        return -1;
      }
      cursor = start;
      cascade(place);
    }
  }

  /** The first slot of the lowest level that has any: the next event is in it. */
  private int firstPlace() {
    for (int level = 0; level < LEVELS; level++) {
      if (summary[level] != 0) {
        int word = level * WORDS + Long.numberOfTrailingZeros(summary[level]);
        return word * 64 + Long.numberOfTrailingZeros(occupied[word]);
      }
    }
    return -1;
  }

  private long slotStart(int place) {
    int shift = BITS * (place >>> BITS);
    long above = shift + BITS >= 64 ? 0 : cursor >>> (shift + BITS) << (shift + BITS);
    return above | ((long) (place & (SLOTS - 1)) << shift);
  }

  private void cascade(int place) {
    assert place >= SLOTS : "the lowest level has nowhere to go";
    int event = (int) (ends[place] >>> 32);
    clear(place);
    while (event != NONE) {
      int next = next(event);
      append(event, events[4 * event]);
      event = next;
    }
  }

  private void append(int event, long time) {
    int level = level(time);
    int slot = slot(time, level);
    int place = level * SLOTS + slot;
    long both = ends[place];
    if (both == 0) {
      events[4 * event + 1] = 0;
      ends[place] = ((long) event << 32) | event;
      occupied[level * WORDS + (slot >>> 6)] |= 1L << slot;
      summary[level] |= 1L << (slot >>> 6);
      return;
    }
    int tail = (int) both;
    events[4 * event + 1] = tail;
    events[4 * tail + 1] = (events[4 * tail + 1] & 0xffff_ffffL) | ((long) event << 32);
    ends[place] = (both & ~0xffff_ffffL) | event;
  }

  private void unlink(int event, int place) {
    long links = events[4 * event + 1];
    int next = (int) (links >>> 32);
    int previous = (int) links;
    long both = ends[place];
    if (next == NONE && previous == NONE) {
      clear(place);
      return;
    }
    if (previous == NONE) {
      both = (both & 0xffff_ffffL) | ((long) next << 32);
    } else {
      events[4 * previous + 1] = (events[4 * previous + 1] & 0xffff_ffffL) | ((long) next << 32);
    }
    if (next == NONE) {
      both = (both & ~0xffff_ffffL) | previous;
    } else {
      events[4 * next + 1] = (events[4 * next + 1] & ~0xffff_ffffL) | previous;
    }
    ends[place] = both;
  }

  private void clear(int place) {
    ends[place] = 0;
    int level = place >>> BITS;
    int word = place >>> 6;
    occupied[word] &= ~(1L << place);
    if (occupied[word] == 0) {
      summary[level] &= ~(1L << (word & (WORDS - 1)));
    }
  }

  private int next(int event) {
    return (int) (events[4 * event + 1] >>> 32);
  }

  private int level(long time) {
    return LEVEL_OF_BIT[63 - Long.numberOfLeadingZeros((time ^ cursor) | 1)];
  }

  private static int slot(long time, int level) {
    return (int) (time >>> (BITS * level)) & (SLOTS - 1);
  }

  /**
   * Places are given out in order of address within a chunk, and a chunk is filled again once few
   * of its events are left. So events that are scheduled one after the other lie side by side, and
   * the walk along a list, which would otherwise wait for memory at every step, reads on in order.
   */
  private void openChunk() {
    if (roomyCount > 0) {
      chunk = roomy[--roomyCount];
    } else {
      chunk = chunks++;
      if (chunk == taken.length) {
        grow();
      }
    }
    open = ~taken[chunk];
    assert open != 0 : "a chunk without room was taken for a roomy one";
    taken[chunk] = -1;
  }

  private void grow() {
    if (chunks > (1 << 28) / CHUNK) {
      throw new IllegalStateException("more than 268 million events are waiting");
    }
    events = Arrays.copyOf(events, events.length * 2);
    subjects = Arrays.copyOf(subjects, subjects.length * 2);
    taken = Arrays.copyOf(taken, taken.length * 2);
    roomy = Arrays.copyOf(roomy, roomy.length * 2);
  }
}
