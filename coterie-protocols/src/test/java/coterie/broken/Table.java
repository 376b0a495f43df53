package coterie.broken;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints the table of docs/broken-variants.md. */
final class Table {
  private static final long SECOND = 1_000_000_000;

  private Table() {}

  /**
   * Searches for the variants whose names match and prints a row for each.
   *
   * @param args a pattern of names; how many seconds a search may take; "files" for the scenarios
   */
  public static void main(String[] args) {
    long cpuMax = args.length > 1 ? Long.parseLong(args[1]) * SECOND : 60 * SECOND;
    for (Variant variant : Variants.ALL) {
      if (variant.name().matches(args[0])) {
        try {
          System.out.println(line(variant, Row.of(variant, cpuMax)));
          if (args.length > 2) {
            print(variant, cpuMax);
          }
        } catch (RuntimeException | AssertionError e) {
          System.out.println(variant + " FAILED " + e);
        }
      }
    }
  }

  private static void print(Variant variant, long cpuMax) {
    Search search = new Search(variant, Workshop.load(variant));
    Search.Found found = search.search(cpuMax);
    if (found != null) {
      search.lines(search.shrink(found, cpuMax)).forEach(line -> System.out.println("    " + line));
    }
  }

  static String line(Variant variant, Row row) {
    List<String> cells = new ArrayList<>();
    cells.add("`" + variant.name() + "`");
    cells.add(variant.recipe());
    cells.add(variant.fault());
    if (row.isFound()) {
      boolean isHunt = row.by().equals("hunt");
      cells.add(row.by() + ", " + row.judge());
      cells.add("%,d %s".formatted(row.tries(), isHunt ? "seeds" : "states"));
      cells.add(seconds(row.findMillis()));
      cells.add("%d nodes, %d messages".formatted(row.nodes(), row.messages()));
      cells.add(seconds(row.shrinkMillis()) + (row.isMinimal() ? "" : " (not minimal)"));
    } else {
      cells.addAll(List.of("not found", "", seconds(row.findMillis()), "", ""));
    }
    return "| " + String.join(" | ", cells) + " |";
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
  }
}
