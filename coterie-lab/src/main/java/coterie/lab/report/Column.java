package coterie.lab.report;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One figure of every row: where it appears, and how. {@link Table}, {@link Csv}, {@link JsonRows}
 * and {@link Page} print the same columns, each those that have a place in it.
 *
 * @param <R> what a row is made from
 * @param head its name in tables; empty if no table shows it
 * @param key its name in CSV and JSON; empty if neither has it
 */
public record Column<R>(
    String head,
    Function<R, String> cell,
    String key,
    Function<R, ? extends @Nullable Object> value,
    boolean isInCsv,
    boolean isInJson) {

  /** Makes a column of CSV and JSON. An estimate takes three of CSV, and is an object in JSON. */
  public static <R> Column<R> of(String key, Function<R, ? extends @Nullable Object> value) {
    return new Column<>("", row -> "", key, value, true, true);
  }

  /** Makes a column of CSV alone. */
  public static <R> Column<R> csv(String key, Function<R, ? extends @Nullable Object> value) {
    return new Column<>("", row -> "", key, value, true, false);
  }

  /** Makes a column of JSON alone. */
  public static <R> Column<R> json(String key, Function<R, ? extends @Nullable Object> value) {
    return new Column<>("", row -> "", key, value, false, true);
  }

  /** Makes a column of tables alone. */
  public static <R> Column<R> table(String head, Function<R, String> cell) {
    return new Column<>(head, cell, "", row -> null, false, false);
  }

  /** Shows this column in tables as well. */
  public Column<R> shown(String newHead, Function<R, String> newCell) {
    return new Column<>(newHead, newCell, key, value, isInCsv, isInJson);
  }

  boolean isInTable() {
    return !head.isEmpty();
  }
}
