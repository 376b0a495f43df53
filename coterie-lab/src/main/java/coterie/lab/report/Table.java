package coterie.lab.report;

import coterie.sim.check.ReportText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as they need to be, numbers to the right. */
public final class Table {
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... head) {
    this.head = List.of(head);
  }

  /** Makes a table of the columns that tables show. */
  public static <R> Table of(List<Column<R>> columns, List<R> rows) {
    List<Column<R>> shown = columns.stream().filter(Column::isInTable).toList();
    Table table = new Table(shown.stream().map(Column::head).toArray(String[]::new));
    rows.forEach(row -> table.add(shown.stream().map(one -> one.cell().apply(row)).toArray()));
    return table;
  }

  /** Prints the lines and lays out the tables of a section. */
  static void print(PrintWriter out, ReportText text) {
    for (ReportText.Part part : text.parts()) {
      switch (part) {
        case ReportText.Line line -> out.println(line.text());
        case ReportText.Rows rows -> {
          Table table = new Table(rows.head().toArray(String[]::new));
          rows.rows().forEach(row -> table.add(row.toArray()));
          table.print(out, rows.toTheLeft());
        }
      }
    }
  }

  /** Prints it with the columns up to that one to the left, the others to the right. */
  public void printUpTo(PrintWriter out, String lastToTheLeft) {
    print(out, head.indexOf(lastToTheLeft) + 1);
  }

  public void add(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell.toString());
    }
    rows.add(row);
  }

  /** The first columns stand to the left, the others to the right. */
  public void print(PrintWriter out, int toTheLeft) {
    int[] widths = new int[head.size()];
    measure(head, widths);
    rows.forEach(row -> measure(row, widths));
    print(out, head, widths, toTheLeft);
    rows.forEach(row -> print(out, row, widths, toTheLeft));
  }

  private static void measure(List<String> row, int[] widths) {
    for (int i = 0; i < row.size(); i++) {
      widths[i] = Math.max(widths[i], row.get(i).length());
    }
  }

  private static void print(PrintWriter out, List<String> row, int[] widths, int toTheLeft) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String blanks = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : "  ");
      line.append(i < toTheLeft ? row.get(i) + blanks : blanks + row.get(i));
    }
    out.println(line.toString().stripTrailing());
  }
}
