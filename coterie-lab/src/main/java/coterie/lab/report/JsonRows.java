package coterie.lab.report;

import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as objects of JSON. */
public final class JsonRows {
  private JsonRows() {}

  /** Makes an object for every row, with the columns of JSON. */
  public static <R> List<Map<String, @Nullable Object>> of(List<Column<R>> columns, List<R> rows) {
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    for (R row : rows) {
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      for (Column<R> column : columns) {
        if (column.isInJson()) {
          object.put(column.key(), plain(column.value().apply(row)));
        }
      }
      objects.add(object);
    }
    return objects;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (!(value instanceof Estimate estimate)) {
      return value;
    }
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("value", estimate.value());
    object.put("low", estimate.low());
    object.put("high", estimate.high());
    return object;
  }
}
