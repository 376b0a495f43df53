package coterie.lab.timeline;

import coterie.core.View;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** Lays a timeline out in boxes of plain characters. */
final class TimelineTable {
  private static final int COLUMNS_MAX = 10;
  private static final int WIDTH_MAX = 24;
  private static final int STATE_LINES_MAX = 4;
  private static final int DECIMALS_MIN = 3;

  private final View members;
  private final List<Integer> columns;

  /**
   * @param remarkable those who get a column first, where there are too many for all
   */
  TimelineTable(View members, Set<Integer> remarkable) {
    this.members = members;
    BitSet chosen = new BitSet();
    remarkable.stream().limit(COLUMNS_MAX).forEach(chosen::set);
    for (int i = 0; i < members.size() && chosen.cardinality() < COLUMNS_MAX; i++) {
      chosen.set(i);
    }
    this.columns = chosen.stream().boxed().toList();
  }

  /** One row of the table: the lines of its cells, and a line across them for what hit all. */
  private record Box(String time, List<String> across, List<List<String>> cells) {}

  List<String> lines(List<Timeline.Row> all, int leftOut) {
    List<Timeline.Row> rows = all.stream().filter(this::isShown).toList();
    List<Box> boxes = boxes(rows);
    int[] widths = widths(boxes);
    List<String> lines = new ArrayList<>();
    for (Box box : boxes) {
      if (!lines.isEmpty()) {
        lines.add(rule(widths));
      }
      lines(box, widths, lines);
    }
    if (columns.size() < members.size()) {
      lines.add("");
      lines.add(
          "The timeline shows %d of %d processes: those that fail, are called, lead or ask for a"
                  .formatted(columns.size(), members.size())
              + " lock come first.");
    }
    if (leftOut > 0) {
      lines.add("");
      lines.add("%d more instants at which something changed are left out.".formatted(leftOut));
    }
    return lines;
  }

  private boolean isShown(Timeline.Row row) {
    return !row.faults().isEmpty()
        || columns.stream().anyMatch(column -> row.cells().containsKey(column));
  }

  private List<Box> boxes(List<Timeline.Row> rows) {
    List<Box> boxes = new ArrayList<>();
    List<List<String>> names = new ArrayList<>();
    columns.forEach(column -> names.add(List.of(members.at(column).toString())));
    boxes.add(new Box("time", List.of(), names));
    int decimals = decimals(rows);
    String[] states = new String[members.size()];
    Arrays.fill(states, "");
    for (Timeline.Row row : rows) {
      List<List<String>> cells = new ArrayList<>();
      for (int column : columns) {
        Timeline.Cell cell = row.cells().get(column);
        states[column] = cell == null ? states[column] : cell.state();
        cells.add(cell(cell == null ? List.of() : cell.deeds(), states[column]));
      }
      boxes.add(new Box(label(row.at(), decimals), row.faults(), cells));
    }
    return boxes;
  }

  private static List<String> cell(List<String> deeds, String state) {
    List<String> lines = new ArrayList<>();
    deeds.forEach(deed -> lines.addAll(wrapped(deed)));
    List<String> last = wrapped(state);
    lines.addAll(last.subList(0, Math.min(last.size(), STATE_LINES_MAX)));
    if (last.size() > STATE_LINES_MAX) {
      lines.add("…");
    }
    return lines;
  }

  /** Words in lines that are no wider than a column may be; a longer word is cut. */
  private static List<String> wrapped(String words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      String shown = word.length() <= WIDTH_MAX ? word : word.substring(0, WIDTH_MAX - 1) + "…";
      if (!line.isEmpty() && line.length() + 1 + shown.length() > WIDTH_MAX) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(shown);
    }
    if (!line.isEmpty()) {
      lines.add(line.toString());
    }
    lines.replaceAll(one -> one.replace(Phrases.TIE, ' '));
    return lines;
  }

  private int[] widths(List<Box> boxes) {
    int[] widths = new int[columns.size() + 1];
    for (Box box : boxes) {
      widths[0] = Math.max(widths[0], box.time.length());
      for (int i = 0; i < columns.size(); i++) {
        for (String line : box.cells.get(i)) {
          widths[i + 1] = Math.max(widths[i + 1], line.length());
        }
      }
    }
    return widths;
  }

  private static String rule(int[] widths) {
    List<String> parts = new ArrayList<>();
    for (int width : widths) {
      parts.add("─".repeat(width));
    }
    return String.join("─┼─", parts);
  }

  private static void lines(Box box, int[] widths, List<String> lines) {
    String time = box.time;
    for (String fault : box.across) {
      lines.add(padded(time, widths[0]) + " │ " + fault);
      time = "";
    }
    int height = box.cells.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < height; i++) {
      StringBuilder line = new StringBuilder(padded(i == 0 ? time : "", widths[0]));
      for (int column = 0; column < box.cells.size(); column++) {
        List<String> cell = box.cells.get(column);
        line.append(" │ ").append(padded(i < cell.size() ? cell.get(i) : "", widths[column + 1]));
      }
      lines.add(line.toString().stripTrailing());
    }
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  /** To the millisecond, and finer where that does not tell two rows apart. */
  private static int decimals(List<Timeline.Row> rows) {
    for (int digits = DECIMALS_MIN; digits < 9; digits++) {
      int wanted = digits;
      if (rows.stream().map(row -> label(row.at(), wanted)).distinct().count() == rows.size()) {
        return digits;
      }
    }
    return 9;
  }

  private static String label(long at, int decimals) {
    BigDecimal seconds = BigDecimal.valueOf(at, 9).setScale(decimals, RoundingMode.DOWN);
    return seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString();
  }
}
