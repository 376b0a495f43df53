package coterie.grants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Threads of this node that want the same lock wait for each other here, in line. */
public final class LocalLines {
  /** One line, while somebody is in it. */
  private static final class Line {
    final Semaphore turn = new Semaphore(1, true);
    int users;

    /** Whose turn it is; a held lock may be given back by another thread. */
    volatile @Nullable Thread inside;
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
      if (isTurn) {
        line.inside = Thread.currentThread();
      }
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
    if (isTurn) {
      line.inside = Thread.currentThread();
    } else {
      exit(lock);
    }
    return isTurn;
  }

  void leave(String lock) {
    Line line = lines.get(lock);
    if (line != null) {
      line.inside = null;
      line.turn.release();
      exit(lock);
    }
  }

  /** Whether this very thread has taken its turn, and nobody has ended it. */
  boolean isMine(String lock) {
    Line line = lines.get(lock);
    return line != null && Thread.currentThread().equals(line.inside);
  }

  private void exit(String lock) {
    lines.computeIfPresent(lock, (name, line) -> --line.users == 0 ? null : line);
  }
}
