package coterie.sim.check.clock;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.core.View;
import coterie.recipe.StoreRecipe;
import coterie.sim.Stage;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.Section;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges the clocks of a run, from the stamps that processes note for their events: if one event
 * happened before another, its stamp must be lower. A vector must say exactly what happened before
 * what. Wall clocks promise neither, and are only measured.
 *
 * <p>Every event is held against the last one of each process before it and, for vectors, the first
 * one that is not; by transitivity this finds out whether there is any wrong pair.
 */
public final class Causality implements Judge {
  /**
   * An event as one clock saw it.
   *
   * @param stamp null if the clock gives vectors
   * @param vector empty if it gives stamps
   */
  public record Reading(
      String event,
      NodeId node,
      long atNanos,
      CausalPast past,
      @Nullable Stamp stamp,
      List<Dot> vector) {
    /** Whether the clock says that this one came before the other. */
    public boolean claimsBefore(Reading other) {
      if (stamp != null && other.stamp != null) {
        return stamp.isBefore(other.stamp);
      }
      return isCovered(vector, other.vector) && !vector.equals(other.vector);
    }

    private static boolean isCovered(List<Dot> lower, List<Dot> upper) {
      int i = 0;
      for (Dot dot : lower) {
        while (i < upper.size() && upper.get(i).node().compareTo(dot.node()) < 0) {
          i++;
        }
        boolean isThere = i < upper.size() && upper.get(i).node().equals(dot.node());
        if (!isThere || upper.get(i).number() < dot.number()) {
          return false;
        }
      }
      return true;
    }
  }

  /** Two events of which the first one happened before the second, or neither before the other. */
  public record Pair(Reading first, Reading second) {}

  private final Stage stage;
  private final View members;

  /** Whether the report lists every event; a store has too many. */
  private final boolean isHistoryShown;

  private final Map<String, List<Reading>> clocks = new TreeMap<>();
  private final Map<String, List<List<Reading>>> byProcess = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private List<Moment> conflict = List.of();

  /** Makes the judge of clocks. */
  public static Optional<Causality> of(Run run) {
    return run.recipe().notesStamps()
        ? Optional.of(new Causality(run.stage(), !(run.recipe() instanceof StoreRecipe)))
        : Optional.empty();
  }

  /** Listens from now on; to be called before the run. */
  public Causality(Stage stage) {
    this(stage, true);
  }

  private Causality(Stage stage, boolean isHistoryShown) {
    this.stage = stage;
    this.members = stage.members();
    this.isHistoryShown = isHistoryShown;
    new TrueOrder(stage, TrueOrder.Held.AT_DECISION, this::happened);
  }

  @Override
  public Section section(Extent extent) {
    return new ClockSection(this, stage, isHistoryShown);
  }

  /** The clocks of which there were stamps, by their words. */
  public List<String> clocks() {
    return List.copyOf(clocks.keySet());
  }

  /** The events to which that clock gave a stamp, in the order in which they were noted. */
  public List<Reading> readings(String clock) {
    return List.copyOf(clocks.getOrDefault(clock, List.of()));
  }

  /** What went against the promise of a clock, each as a sentence. */
  @Override
  public List<String> violations() {
    return List.copyOf(violations);
  }

  @Override
  public List<Moment> conflict() {
    return conflict;
  }

  /** How many pairs of events there are of which one happened before the other. */
  public long causalPairs(String clock) {
    return causal(clock).size();
  }

  /** The pairs of which one happened before the other, and the clock does not say so. */
  public List<Pair> brokenPairs(String clock) {
    return causal(clock).stream().filter(pair -> !pair.first.claimsBefore(pair.second)).toList();
  }

  /** The pairs of which neither happened before the other. */
  public List<Pair> concurrentPairs(String clock) {
    List<Pair> pairs = new ArrayList<>();
    List<Reading> all = readings(clock);
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        CausalPast first = all.get(i).past;
        CausalPast second = all.get(j).past;
        if (!first.possiblyBefore(second) && !second.possiblyBefore(first)) {
          pairs.add(new Pair(all.get(i), all.get(j)));
        }
      }
    }
    return pairs;
  }

  private List<Pair> causal(String clock) {
    List<Pair> pairs = new ArrayList<>();
    List<Reading> all = readings(clock);
    for (Reading first : all) {
      for (Reading second : all) {
        if (first.past.surelyBefore(second.past)) {
          pairs.add(new Pair(first, second));
        }
      }
    }
    return pairs;
  }

  private void happened(TraceEvent event, CausalPast past) {
    if (!(event instanceof TraceEvent.Noted noted)) {
      return;
    }
    switch (noted.note()) {
      case Note.Stamped(String clock, String name, Stamp stamp) ->
          read(clock, new Reading(name, noted.node(), noted.atNanos(), past, stamp, List.of()));
      case Note.Versioned(String clock, String name, List<Dot> vector) ->
          read(clock, new Reading(name, noted.node(), noted.atNanos(), past, null, vector));
      default -> {}
    }
  }

  private void read(String clock, Reading reading) {
    clocks.computeIfAbsent(clock, key -> new ArrayList<>()).add(reading);
    List<List<Reading>> processes = byProcess.computeIfAbsent(clock, key -> noReadings());
    for (List<Reading> others : processes) {
      if (isPromising(clock, reading)) {
        judge(clock, others, reading);
      }
    }
    processes.get(reading.past.process()).add(reading);
  }

  private List<List<Reading>> noReadings() {
    List<List<Reading>> none = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      none.add(new ArrayList<>());
    }
    return none;
  }

  private static boolean isPromising(String clock, Reading reading) {
    return reading.stamp == null ? clock.equals(Note.VECTOR) : !clock.equals(Note.PHYSICAL);
  }

  private void judge(String clock, List<Reading> others, Reading reading) {
    int sure = countBefore(others, one -> one.past.surelyBefore(reading.past));
    if (sure > 0 && !others.get(sure - 1).claimsBefore(reading)) {
      accuse(clock, others.get(sure - 1), reading, "happened before");
    }
    int possible = countBefore(others, one -> one.past.possiblyBefore(reading.past));
    if (reading.stamp == null && possible < others.size()) {
      if (others.get(possible).claimsBefore(reading)) {
        accuse(clock, others.get(possible), reading, "did not happen before");
      }
      if (reading.claimsBefore(others.getLast())) {
        accuse(clock, reading, others.getLast(), "did not happen before");
      }
    }
  }

  /** How many of a process's readings, the first ones, are before something. */
  private static int countBefore(List<Reading> others, Predicate<Reading> isBefore) {
    int low = 0;
    int high = others.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore.test(others.get(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void accuse(String clock, Reading first, Reading second, String what) {
    if (violations.isEmpty()) {
      conflict =
          List.of(new Moment(first.atNanos, first.node), new Moment(second.atNanos, second.node));
    }
    violations.add(
        "the %s clock is wrong: \"%s\" of %s %s \"%s\" of %s, and they have %s and %s"
            .formatted(
                clock,
                first.event,
                first.node,
                what,
                second.event,
                second.node,
                text(first),
                text(second)));
  }

  private static Object text(Reading reading) {
    return reading.stamp == null ? reading.vector : reading.stamp;
  }
}
