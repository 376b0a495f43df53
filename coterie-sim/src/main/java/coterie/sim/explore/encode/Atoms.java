package coterie.sim.explore.encode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers for values without parts: strings, constants of enums, classes, and numbers of the JDK.
 * Equal values have the same number for as long as the search lasts, on all of its threads. So a
 * code of a state that contains the number is as exact as one that contains the value.
 */
public final class Atoms {
  private final Map<Object, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();

  int of(Object value) {
    // Looking first takes no lock, for which threads would wait.
    Integer known = numbers.get(value);
    return known != null ? known : numbers.computeIfAbsent(value, key -> next.getAndIncrement());
  }
}
