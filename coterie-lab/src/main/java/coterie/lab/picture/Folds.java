package coterie.lab.picture;

import coterie.lab.picture.instants.Ranks.Rank;
import coterie.lab.timeline.Phrases;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says what is in the rows that are left out. */
final class Folds {
  private final Story story;
  private final Grid grid;
  private final List<Map<String, Integer>> tallies = new ArrayList<>();
  private final int[] foldOf;

  Folds(Story story, Grid grid, List<TraceEvent> events) {
    this.story = story;
    this.grid = grid;
    this.foldOf = new int[story.instants.size()];
    Arrays.fill(foldOf, -1);
    for (Grid.Fold fold : grid.folds) {
      Arrays.fill(foldOf, fold.first(), fold.last() + 1, tallies.size());
      tallies.add(new TreeMap<>());
    }
    events.forEach(this::count);
  }

  private void count(TraceEvent event) {
    String name = name(event);
    int fold = name.isEmpty() ? -1 : foldOf[story.instants.row(event.atNanos())];
    if (fold >= 0) {
      tallies.get(fold).merge(name, 1, Integer::sum);
    }
  }

  private static String name(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Sent sent -> sent.message().getClass().getSimpleName();
      case TraceEvent.Noted noted when Phrases.isTold(noted.note()) ->
          noted.note().getClass().getSimpleName();
      case TraceEvent.Faulted faulted -> "faults";
      case TraceEvent.Called called -> "calls";
      default -> "";
    };
  }

  /** When, whether anything has changed, and how much of what there was. */
  String words(int number, double room) {
    Grid.Fold fold = grid.folds.get(number);
    boolean isRoutine = true;
    for (int row = fold.first(); row <= fold.last(); row++) {
      isRoutine &= story.instants.rank(row) == Rank.ROUTINE;
    }
    String what =
        tallies.get(number).entrySet().stream()
            .sorted(
                Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    String when = story.instants.range(fold.first(), fold.last());
    String how = isRoutine ? ", nothing new" : " left out";
    return Pen.FOLD.shortened(when + how + (what.isEmpty() ? "" : ": " + what), room);
  }
}
