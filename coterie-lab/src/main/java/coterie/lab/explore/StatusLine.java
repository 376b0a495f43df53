package coterie.lab.explore;

import coterie.lab.Progress;
import coterie.sim.explore.search.Exploration;
import java.io.PrintWriter;
import java.util.Locale;

/** A line on a terminal's stderr that shows how far a search has come; silent anywhere else. */
final class StatusLine {
  private static final double NANOS = 1e9;
  private static final int MEGA_SHIFT = 20;

  private final PrintWriter err;
  private final boolean isTerminal;
  private int width;

  private StatusLine(PrintWriter err, boolean isTerminal) {
    this.err = err;
    this.isTerminal = isTerminal;
  }

  static StatusLine on(PrintWriter err) {
    return new StatusLine(err, Progress.isTerminal());
  }

  static String text(Exploration.Status status) {
    double seconds = Math.max(status.nanos(), 1) / NANOS;
    return String.format(
        Locale.ROOT,
        "%,d states, %,.0f/s, depth %d, frontier %,d, %,d MB, %.0f s",
        status.states(),
        status.states() / seconds,
        status.depth(),
        status.frontier(),
        status.bytes() >> MEGA_SHIFT,
        seconds);
  }

  synchronized void show(Exploration.Status status) {
    if (isTerminal) {
      String text = text(status);
      err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
      err.flush();
      width = Math.max(width, text.length());
    }
  }

  synchronized void clear() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }
}
