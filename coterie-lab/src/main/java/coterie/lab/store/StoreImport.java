package coterie.lab.store;

import coterie.core.Stamp;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Puts lines of a key, a tab and a value, and tells after each durable group how far it is. */
public final class StoreImport {
  private static final int GROUP_MAX = 1_000;
  private static final long GROUP_BYTES_MAX = 4L << 20;

  private final StoreLines in;
  private final StoreFormat format;
  private final PrintWriter out;
  private final @Nullable StoreEntry first;
  private Stamp last = Stamp.FIRST;
  private long lines;
  private long durable;

  /** Reads the first line, so that a bad one creates no store. */
  public StoreImport(InputStream in, StoreFormat format, PrintWriter out) throws IOException {
    this.in = new StoreLines(in);
    this.format = format;
    this.out = out;
    try {
      this.first = entry();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "line 1: %s; nothing is stored".formatted(e.getMessage()), e);
    }
  }

  /**
   * Puts all lines. A group ends when no more lines are at hand, so that a waiting caller hears.
   */
  public void putAll(StoreSession session) throws IOException {
    StoreEntry next = first;
    while (next != null) {
      last = session.store().put(next.key(), next.value());
      lines++;
      boolean isFull = lines - durable >= GROUP_MAX || session.waitingBytes() >= GROUP_BYTES_MAX;
      if (isFull || !in.isReady()) {
        acknowledge(session);
      }
      try {
        next = entry();
      } catch (IllegalArgumentException e) {
        acknowledge(session);
        throw new IllegalArgumentException(
            "line %d: %s; the lines before it are stored".formatted(lines + 1, e.getMessage()), e);
      }
    }
    acknowledge(session);
  }

  private @Nullable StoreEntry entry() throws IOException {
    String line = in.next();
    if (line == null) {
      return null;
    }
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw new IllegalArgumentException("expected a key, a tab and a value");
    }
    return new StoreEntry(
        format.unescaped(line.substring(0, tab)), format.unescaped(line.substring(tab + 1)));
  }

  private void acknowledge(StoreSession session) {
    if (lines > durable) {
      session.sync();
      out.println(format.durable(last, lines));
      out.flush();
      durable = lines;
    }
  }
}
