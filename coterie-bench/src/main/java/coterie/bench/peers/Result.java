package coterie.bench.peers;

import java.util.List;

/**
 * What one measure of one peer gave: a text for the table, and numbers with a unit for programs.
 */
record Result(
    String peer, Measure measure, int size, String text, String unit, List<Double> numbers) {

  Result {
    numbers = List.copyOf(numbers);
  }

  String column() {
    return "%s, N=%d".formatted(measure.title(), size);
  }
}
