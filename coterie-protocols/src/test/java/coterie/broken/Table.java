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
   * @param args a pattern of names; how many seconds a search may take; hunt or explore; "files"
   *     for the smallest runs as well
   */
  public static void main(String[] args) {
    long cpuMax = args.length > 1 ? Long.parseLong(args[1]) * SECOND : 60 * SECOND;
    Means means = args.length > 2 ? Means.valueOf(args[2].toUpperCase(Locale.ROOT)) : Means.HUNT;
    for (Variant variant : Variants.ALL) {
      if (variant.name().matches(args[0]) && variant.isLookedForBy(means)) {
        try {
          Row row = Row.of(variant, means, cpuMax);
          System.out.println(line(variant, row));
          if (args.length > 3) {
            System.out.println("    " + row.sentence());
            row.file().lines().forEach(line -> System.out.println("    " + line));
          }
        } catch (RuntimeException | AssertionError e) {
          System.out.println(variant + " FAILED " + e);
        }
      }
    }
  }

  static String line(Variant variant, Row row) {
    List<String> cells = new ArrayList<>();
    cells.add("`" + variant.name() + "`");
    cells.add(variant.recipe());
    cells.add(variant.fault());
    if (!row.isFound()) {
      cells.addAll(List.of("not found", "", seconds(row.findMillis()), "", ""));
    } else if (row.by().equals(Means.HUNT.word())) {
      cells.add(row.judge());
      cells.add("%,d".formatted(row.tries()));
      cells.add(seconds(row.findMillis()));
      cells.add("%d nodes, %d messages".formatted(row.nodes(), row.messages()));
      cells.add(seconds(row.shrinkMillis()) + (row.isMinimal() ? "" : " (not minimal)"));
    } else {
      cells.add(row.judge());
      cells.add("%,d".formatted(row.tries()));
      cells.add(seconds(row.findMillis()));
      cells.add("%d".formatted(row.events()));
      cells.add("%d nodes, %d messages".formatted(row.nodes(), row.messages()));
    }
    return "| " + String.join(" | ", cells) + " |";
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
  }
}
