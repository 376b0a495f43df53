package coterie;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Threads of this node that want the same lock wait for each other here, in line. */
final class LocalLines {
  /** One line, while somebody is in it. */
  private static final class Line {
    final Semaphore turn = new Semaphore(1, true);
    int users;
  }

  private final Map<String, Line> lines = new ConcurrentHashMap<>();

  private Line enter(String lock) {
    return java.util.Objects.requireNonNull(
        lines.compute(
            lock,
            (name, known) -> {
              Line line = known == null ? new Line() : known;
              line.users++;
              return line;
            }));
  }

  /** Whether it is this thread's turn within that time; then {@link #leave} has to follow. */
  boolean await(String lock, long timeoutNanos) throws InterruptedException {
    Line line = enter(lock);
    boolean isTurn = false;
    try {
      isTurn = line.turn.tryAcquire(timeoutNanos, java.util.concurrent.TimeUnit.NANOSECONDS);
      return isTurn;
    } finally {
      if (!isTurn) {
        exit(lock);
      }
    }
  }

  boolean tryEnter(String lock) {
    Line line = enter(lock);
    boolean isTurn = line.turn.tryAcquire();
    if (!isTurn) {
      exit(lock);
    }
    return isTurn;
  }

  void leave(String lock) {
    Line line = lines.get(lock);
    if (line != null) {
      line.turn.release();
      exit(lock);
    }
  }

  private void exit(String lock) {
    lines.computeIfPresent(lock, (name, line) -> --line.users == 0 ? null : line);
  }
}
