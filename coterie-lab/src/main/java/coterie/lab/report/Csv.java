package coterie.lab.report;

import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows as comma-separated values, below a line of names. */
public final class Csv {
  private Csv() {}

  /** Prints the columns of CSV; what is not known is empty. */
  public static <R> String of(List<Column<R>> columns, List<R> rows) {
    List<Column<R>> shown = columns.stream().filter(Column::isInCsv).toList();
    StringBuilder text = new StringBuilder();
    for (R row : rows) {
      List<String> names = new ArrayList<>();
      List<@Nullable Object> values = new ArrayList<>();
      shown.forEach(column -> add(column.key(), column.value().apply(row), names, values));
      if (text.isEmpty()) {
        text.append(String.join(",", names)).append('\n');
      }
      text.append(values.stream().map(Csv::exact).collect(Collectors.joining(","))).append('\n');
    }
    return text.toString();
  }

  private static void add(
      String key, @Nullable Object value, List<String> names, List<@Nullable Object> values) {
    names.add(key);
    if (value instanceof Estimate estimate) {
      names.addAll(List.of(key + "Low", key + "High"));
      values.addAll(List.of(estimate.value(), estimate.low(), estimate.high()));
    } else {
      values.add(value);
    }
  }

  private static String exact(@Nullable Object value) {
    boolean isKnown = value != null && !(value instanceof Double number && isUnknown(number));
    return isKnown ? String.valueOf(value) : "";
  }

  private static boolean isUnknown(double number) {
    return !Double.isFinite(number);
  }
}
