package coterie.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Times in seconds, one per round; one that never came is infinite. */
record Samples(List<Double> seconds) {

  Samples {
    seconds = List.copyOf(seconds);
  }

  private List<Double> sorted() {
    List<Double> sorted = new ArrayList<>(seconds);
    sorted.sort(null);
    return sorted;
  }

  /** The middle one, or the mean of the middle two. */
  double median() {
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException("a median needs at least one sample");
    }
    List<Double> sorted = sorted();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /** The median with the least, the greatest, and how many there are. */
  String text() {
    List<Double> sorted = sorted();
    return "%s (%s to %s, %d)"
        .formatted(text(median()), text(sorted.getFirst()), text(sorted.getLast()), sorted.size());
  }

  static String text(double seconds) {
    if (Double.isInfinite(seconds)) {
      return "never";
    }
    return seconds < 1
        ? String.format(Locale.ROOT, "%.0f ms", seconds * 1000)
        : String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
