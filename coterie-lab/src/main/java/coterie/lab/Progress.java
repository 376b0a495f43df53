package coterie.lab;

import java.io.PrintWriter;

/** A bar on a terminal's stderr that shows how far long work has come; silent anywhere else. */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 40;
  private static final long EVERY_NANOS = 200_000_000;

  private final PrintWriter err;
  private final boolean isTerminal;
  private final long total;
  private final long started = System.nanoTime();
  private long done;
  private long shownAt = started;
  private boolean isShown;

  private Progress(PrintWriter err, long total, boolean isTerminal) {
    this.err = err;
    this.total = Math.max(1, total);
    this.isTerminal = isTerminal;
  }

  public static Progress on(PrintWriter err, long total) {
    return new Progress(err, total, isTerminal());
  }

  public synchronized void add(long work) {
    done += work;
    long now = System.nanoTime();
    if (isTerminal && now - shownAt >= EVERY_NANOS) {
      shownAt = now;
      isShown = true;
      show(now);
    }
  }

  @Override
  public synchronized void close() {
    if (isShown) {
      err.print("\r" + " ".repeat(WIDTH + 30) + "\r");
      err.flush();
    }
  }

  private void show(long now) {
    double share = Math.min(1, (double) done / total);
    int full = (int) (share * WIDTH);
    double left = (now - started) / 1e9 * (1 - share) / Math.max(share, 1e-9);
    err.printf(
        "\r[%s%s] %3.0f%%  about %.0f s left  ",
        "#".repeat(full), " ".repeat(WIDTH - full), share * 100, left);
    err.flush();
  }

  /** Whether stdout is a terminal, so that lines there would mix with a bar. */
  public static boolean hasScreen() {
    return "true".equals(System.getProperty("coterie.screen"));
  }

  /** Java tells whether input and output are a terminal, not whether stderr is. */
  private static boolean isTerminal() {
    return "true".equals(System.getProperty("coterie.terminal"));
  }
}
