package coterie.lab.finding;

import coterie.lab.Progress;
import java.io.PrintWriter;

/** A line on a terminal that tells how far shrinking is; silent anywhere else. */
final class ShrinkProgress implements AutoCloseable {
  private static final long EVERY_NANOS = 200_000_000;

  private final PrintWriter err;
  private final boolean isTerminal;
  private long shownAt = System.nanoTime();
  private boolean isShown;

  ShrinkProgress(PrintWriter err) {
    this.err = err;
    this.isTerminal = Progress.isTerminal();
  }

  void show(long tries) {
    long now = System.nanoTime();
    if (isTerminal && now - shownAt >= EVERY_NANOS) {
      shownAt = now;
      isShown = true;
      err.printf("\rshrinking: %d tries ", tries);
      err.flush();
    }
  }

  @Override
  public void close() {
    if (isShown) {
      err.print("\r" + " ".repeat(40) + "\r");
      err.flush();
    }
  }
}
