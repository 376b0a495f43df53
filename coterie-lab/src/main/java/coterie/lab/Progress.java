package coterie.lab;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.function.Supplier;

/** A bar on a terminal's stderr that shows how far long work has come; silent anywhere else. */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 40;
  private static final long EVERY_NANOS = 200_000_000;

  private final PrintWriter err;
  private final boolean isTerminal;
  private final Supplier<String> more;
  private final long total;
  private final long started = System.nanoTime();
  private long done;
  private long shownAt = started;
  private boolean isShown;

  /** How much was said behind the bar at most. */
  private int width;

  private Progress(PrintWriter err, long total, boolean isTerminal, Supplier<String> more) {
    this.err = err;
    this.more = more;
    this.total = Math.max(1, total);
    this.isTerminal = isTerminal;
  }

  public static Progress on(PrintWriter err, long total) {
    return on(err, total, () -> "");
  }

  /**
   * Shows the bar.
   *
   * @param more what is said behind it, such as how fast it goes
   */
  public static Progress on(PrintWriter err, long total, Supplier<String> more) {
    return new Progress(err, total, isTerminal(), more);
  }

  /** Shows nothing. */
  public static Progress silent() {
    return new Progress(new PrintWriter(Writer.nullWriter()), 1, false, () -> "");
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
      err.print("\r" + " ".repeat(WIDTH + 30 + width) + "\r");
      err.flush();
    }
  }

  private void show(long now) {
    double share = Math.min(1, (double) done / total);
    int full = (int) (share * WIDTH);
    String text = more.get();
    width = Math.max(width, text.length());
    double left = (now - started) / 1e9 * (1 - share) / Math.max(share, 1e-9);
    err.printf(
        "\r[%s%s] %3.0f%%  about %.0f s left  %s%s",
        "#".repeat(full),
        " ".repeat(WIDTH - full),
        share * 100,
        left,
        text,
        " ".repeat(width - text.length()));
    err.flush();
  }

  /** Whether stdout is a terminal, so that lines there would mix with a bar. */
  public static boolean hasScreen() {
    return "true".equals(System.getProperty("coterie.screen"));
  }

  /** Returns whether stderr is a terminal, which Java itself does not tell. */
  public static boolean isTerminal() {
    return "true".equals(System.getProperty("coterie.terminal"));
  }
}
