package coterie.sim.explore.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The states whose successors are being found, and those that are found meanwhile. */
final class Frontier {
  private final List<Chunk> all = new ArrayList<>();
  private List<Chunk> current = List.of();
  private final AtomicInteger taken = new AtomicInteger();
  private List<Chunk> next = new ArrayList<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong left = new AtomicLong();
  private long found;
  private final boolean keeps;

  Frontier(boolean keeps) {
    this.keeps = keeps;
  }

  /** Goes on to the states that were found last; returns whether there are any. */
  boolean advance() {
    current = next;
    next = new ArrayList<>();
    taken.set(0);
    left.set(found);
    found = 0;
    return !current.isEmpty();
  }

  boolean hasNext() {
    return !next.isEmpty();
  }

  /** Takes some states of the current level; null if there are no more. */
  @Nullable Chunk take() {
    int index = taken.getAndIncrement();
    return index < current.size() ? current.get(index) : null;
  }

  boolean isTaken() {
    return taken.get() >= current.size();
  }

  /** Takes note that all successors are found; returns what nobody needs any more, if anything. */
  byte @Nullable [] expanded(Chunk chunk) {
    left.addAndGet(-chunk.size());
    if (keeps || chunk.number < firstCount) {
      return null;
    }
    byte[] states = Objects.requireNonNull(chunk.states);
    bytes.addAndGet(-states.length);
    chunk.forget();
    return states;
  }

  /** The initial states are kept, since every path begins there. */
  private int firstCount;

  void keepAll() {
    firstCount = all.size();
  }

  synchronized void add(int[] before, char[] ordinals, int count, byte[] states) {
    Chunk chunk =
        new Chunk(all.size(), Arrays.copyOf(before, count), Arrays.copyOf(ordinals, count), states);
    all.add(chunk);
    next.add(chunk);
    found += count;
    bytes.addAndGet(chunk.bytes());
  }

  synchronized Chunk chunk(int number) {
    return all.get(number);
  }

  synchronized List<Chunk> chunks() {
    return List.copyOf(all);
  }

  /** Returns how many states wait for their successors. */
  synchronized long waiting() {
    return left.get() + found;
  }

  long bytes() {
    return bytes.get();
  }
}
