package coterie.cli.arch.broken;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Uses what looks like the forbidden things, but is allowed. */
class Harmless {
  private static final double ROOT = Math.sqrt(Math.max(2, Math.abs(-3)));

  enum Colour {
    RED,
    BLUE
  }

  sealed interface Message {}

  record Ping(int round) implements Message {}

  record Pong(int round, List<String> names) implements Message {}

  final Map<String, Integer> linked = new LinkedHashMap<>();
  final Set<String> set = new LinkedHashSet<>();
  final Map<Colour, Integer> colours = new EnumMap<>(Colour.class);

  int receive(Message message) {
    assert ROOT > 1;
    return switch (message) {
      case Ping(int round) -> round;
      case Pong(int round, List<String> names) -> round + names.size();
    };
  }

  String colour(Colour colour) {
    return switch (colour) {
      case RED -> "red " + ROOT;
      case BLUE -> "blue";
    };
  }

  Map<Integer, List<String>> grouped(List<String> names) {
    return names.stream()
        .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
  }

  ToDoubleFunction<Double> exact() {
    return StrictMath::exp;
  }

  long nanos(Duration duration) {
    long[] copy = new long[1];
    System.arraycopy(new long[] {duration.toNanos()}, 0, copy, 0, 1);
    return Math.multiplyHigh(copy[0], 3) + new ArrayList<>(set).size();
  }
}
