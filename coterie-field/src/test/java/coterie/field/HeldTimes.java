package coterie.field;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Judges who has held what and when, from what each process has written down about itself. All
 * times are those of {@link System#nanoTime}, which on Linux counts from the start of the machine,
 * so that those of different processes can be compared.
 *
 * <p>Two things must never be: that two hold the same lock at one instant, and that a later holder
 * has a token which is not greater than that of an earlier one.
 */
final class HeldTimes {
  /**
   * That a process surely held a lock at every instant from one to the other.
   *
   * @param holder a node in one of its lives
   */
  record Held(String holder, String lock, long token, long fromNanos, long toNanos) {
    Held {
      if (fromNanos > toNanos) {
        throw new IllegalArgumentException(
            "a lock is held from a time to a later one, not for %d ns"
                .formatted(toNanos - fromNanos));
      }
    }

    static Held parse(String holder, String line) {
      String[] words = line.split(" ");
      if (words.length != 4) {
        throw new IllegalArgumentException("a line has a lock, a token and two times: " + line);
      }
      return new Held(
          holder,
          words[0],
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]));
    }

    String line() {
      return "%s %d %d %d".formatted(lock, token, fromNanos, toNanos);
    }

    boolean isSameHolding(Held other) {
      return holder.equals(other.holder) && token == other.token;
    }

    private Held until(Held later) {
      return new Held(holder, lock, token, fromNanos, Math.max(toNanos, later.toNanos));
    }

    @Override
    public String toString() {
      return "%s with token %d from %d to %d".formatted(holder, token, fromNanos, toNanos);
    }
  }

  private final Map<String, List<Held>> byLock = new TreeMap<>();

  void add(Held held) {
    byLock.computeIfAbsent(held.lock(), any -> new ArrayList<>()).add(held);
  }

  /** What a process has written; its last line may be torn, if the process was killed. */
  void addFile(String holder, Path file) throws IOException {
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    text.substring(0, end).lines().forEach(line -> add(Held.parse(holder, line)));
  }

  /** How often the lock went from one holding to another, plus one. */
  int holdings(String lock) {
    return joined(lock).size();
  }

  /** What must not be, in sentences; none if all is well. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (String lock : byLock.keySet()) {
      problemsOf(lock, joined(lock), problems);
    }
    return problems;
  }

  private static void problemsOf(String lock, List<Held> holdings, List<String> problems) {
    Held latest = null; // The one of those before that was held longest.
    long greatest = Long.MIN_VALUE;
    for (Held next : holdings) {
      if (latest != null && next.fromNanos() <= latest.toNanos()) {
        problems.add("%s was held twice: by %s, and by %s".formatted(lock, latest, next));
      }
      if (next.token() <= greatest) {
        problems.add("%s: a token was not greater than %d: %s".formatted(lock, greatest, next));
      }
      greatest = Math.max(greatest, next.token());
      latest = latest == null || next.toNanos() > latest.toNanos() ? next : latest;
    }
  }

  /** In the order in which they began, each holding as one. */
  private List<Held> joined(String lock) {
    List<Held> parts = new ArrayList<>(byLock.getOrDefault(lock, List.of()));
    parts.sort(Comparator.comparing(Held::holder).thenComparingLong(Held::fromNanos));
    List<Held> holdings = new ArrayList<>();
    for (Held part : parts) {
      if (!holdings.isEmpty() && holdings.getLast().isSameHolding(part)) {
        holdings.add(holdings.removeLast().until(part));
      } else {
        holdings.add(part);
      }
    }
    holdings.sort(Comparator.comparingLong(Held::fromNanos));
    return holdings;
  }
}
