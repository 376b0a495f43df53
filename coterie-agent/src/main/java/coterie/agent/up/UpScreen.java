package coterie.agent.up;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code up} shows. In a terminal a table stands at the top, and what happens scrolls below
 * it; elsewhere, and with many nodes, there are lines only, and the table on request.
 */
public final class UpScreen {
  /** A longer table would leave no room below it in a terminal of 24 lines. */
  private static final int NODES_MAX = 12;

  private final PrintWriter out;
  private final boolean isTerminal;
  private final long startNanos = System.nanoTime();
  private @Nullable List<UpNode> nodes;
  private boolean hasTable;

  public UpScreen(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** Begins with the table of these nodes. */
  synchronized void open(List<UpNode> shown) {
    nodes = shown;
    hasTable = isTerminal && shown.size() <= NODES_MAX;
    if (hasTable) {
      int first = shown.size() + 4;
      // Clears the screen, lets only the part below the table scroll, and goes there.
      out.print("\033[2J\033[%d;r\033[%d;1H".formatted(first, first));
      draw();
    }
  }

  synchronized void close() {
    if (hasTable && nodes != null) {
      out.print("\033[r\033[999;1H\n");
    }
    out.flush();
    nodes = null;
  }

  /** A line, with the seconds since the start. */
  public synchronized void print(String line) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    out.println("%7.2f  %s".formatted(seconds, line));
    out.flush();
  }

  public synchronized void answer(String line) {
    out.println(line);
    out.flush();
  }

  /** Draws the table anew where it stands. */
  public synchronized void changed() {
    if (hasTable && nodes != null) {
      draw();
    }
  }

  private void draw() {
    out.print("\0337\033[1;1H");
    for (String line : lines()) {
      out.print(line + "\033[K\r\n");
    }
    out.print("\033[K\0338");
    out.flush();
  }

  /** The table: for each node its process, whether it leads, and how it sees each member. */
  public synchronized List<String> lines() {
    List<UpNode> shown = nodes == null ? List.of() : nodes;
    StringBuilder head = new StringBuilder("node  process  leads             ");
    shown.forEach(node -> head.append("%-4s".formatted(node.name())));
    List<String> lines = new java.util.ArrayList<>();
    lines.add(head.toString().stripTrailing());
    for (UpNode node : shown) {
      String state = node.state().name().toLowerCase(Locale.ROOT);
      String leads = node.token() == 0 ? "" : "token " + node.token();
      StringBuilder line = new StringBuilder("%-6s%-9s%-18s".formatted(node.name(), state, leads));
      for (UpNode other : shown) {
        line.append("%-4s".formatted(mark(node.seen().get(other.name()))));
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add(". member   ? suspected   - no member      help lists the commands");
    return lines;
  }

  private static String mark(@Nullable String status) {
    return switch (status) {
      case "alive" -> ".";
      case "suspect" -> "?";
      case null, default -> "-";
    };
  }
}
