package coterie.sim.check;

import coterie.core.TimeText;
import coterie.recipe.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text of a section as data: lines, and tables that the printer lays out. */
public final class ReportText {
  /** Something that is printed. */
  public sealed interface Part {}

  /** One line. */
  public record Line(String text) implements Part {}

  /**
   * A table.
   *
   * @param toTheLeft how many columns, the first ones, are aligned to the left
   */
  public record Rows(int toTheLeft, List<String> head, List<List<Object>> rows) implements Part {
    public void add(Object... cells) {
      rows.add(List.of(cells));
    }
  }

  private final List<Part> parts = new ArrayList<>();

  /** Adds a line, formatted the same in every locale. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation is in a jar; this module needs none.
  public void line(String format, Object... arguments) {
    parts.add(
        new Line(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments)));
  }

  /** Adds an empty line. */
  public void blank() {
    line("");
  }

  /** Adds a table, whose rows are still to come. */
  public Rows table(int toTheLeft, String... head) {
    Rows rows = new Rows(toTheLeft, List.of(head), new ArrayList<>());
    parts.add(rows);
    return rows;
  }

  /** Returns what is printed, in order. */
  public List<Part> parts() {
    return parts;
  }

  // ---- what several sections say in the same words

  /** Rounds a time to a multiple of the step: people need no more, and JSON has it exactly. */
  public static String rounded(long nanos, long stepNanos) {
    return TimeText.format(Math.round((double) nanos / stepNanos) * stepNanos);
  }

  /** Says how often something happened. */
  public static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }

  /** Says how often, and for how long, something lasted; times are rounded to the step. */
  public static String stretches(long count, long totalNanos, long longestNanos, long stepNanos) {
    return count == 0
        ? "never"
        : "%s, for %s s in total, %s s at most"
            .formatted(
                times(count), rounded(totalNanos, stepNanos), rounded(longestNanos, stepNanos));
  }

  /** Lists formulas, such as: best n = 5, worst n²-n = 20. */
  public static String formulas(List<Cost> costs) {
    return costs.stream().map(ReportText::formula).collect(Collectors.joining(", "));
  }

  private static String formula(Cost cost) {
    String value = Long.toString(cost.messages());
    return cost.formula().equals(value)
        ? "%s %s".formatted(cost.when(), value)
        : "%s %s = %s".formatted(cost.when(), cost.formula(), value);
  }
}
