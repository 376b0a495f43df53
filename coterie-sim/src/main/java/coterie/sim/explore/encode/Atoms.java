package coterie.sim.explore.encode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers for values without parts: strings, constants of enums, classes, and numbers of the JDK.
 * Equal values have the same number for as long as the search lasts, on all of its threads. So a
 * code of a state that contains the number is as exact as one that contains the value.
 */
public final class Atoms {
  private static final int ATOM_BYTES = 100;

  private final Map<Object, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger next = new AtomicInteger();

  int of(Object value) {
    // Looking first takes no lock, for which threads would wait.
    Integer known = numbers.get(value);
    return known != null ? known : numbers.computeIfAbsent(value, this::number);
  }

  private int number(Object value) {
    bytes.addAndGet(ATOM_BYTES + (value instanceof String text ? 2L * text.length() : 0));
    return next.getAndIncrement();
  }

  /** Returns about how much memory they take. */
  public long bytes() {
    return bytes.get();
  }
}
