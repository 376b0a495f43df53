package coterie.sim.shrink;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.shrink.minimal.RoundTimes;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Ends the run right after the violation, and forgets what would have come later. */
final class EarlierEnd implements Reduction {
  /** How often the time is halved after the last event that matters. */
  private static final int HALVINGS = 12;

  private static final long LEAST = TimeText.SECOND / 10;

  private final Recipes recipes;

  EarlierEnd(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    List<Long> times = times(scenario);
    Scenario best = scenario;
    int low = -1; // Up to that event nothing is known to be wrong.
    int high = times.size() - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      Scenario earlier =
          ended(scenario, RoundTimes.between(times.get(middle), next(times, middle)));
      if (isObjected.test(earlier)) {
        best = earlier;
        high = middle;
      } else {
        low = middle;
      }
    }
    if (high < 0) {
      return best;
    }
    best = nearer(best, times.get(high), isObjected);
    long rounder = RoundTimes.between(times.get(high), best.untilNanos());
    boolean isRounder =
        TimeText.format(rounder).length() < TimeText.format(best.untilNanos()).length();
    return isRounder && isObjected.test(ended(best, rounder)) ? ended(best, rounder) : best;
  }

  /**
   * A judge that waits for a while objects some time after the last event. An end shortly after it
   * is early enough.
   */
  private static Scenario nearer(
      Scenario scenario, long eventNanos, Predicate<Scenario> isObjected) {
    Scenario best = scenario;
    long low = eventNanos;
    for (int i = 0; i < HALVINGS; i++) {
      long gap = best.untilNanos() - low;
      long middle = RoundTimes.between(low + gap / 2 - 1, best.untilNanos());
      if (gap < eventNanos / 4 + LEAST || middle <= low) {
        return best;
      }
      Scenario earlier = ended(best, middle);
      if (isObjected.test(earlier)) {
        best = earlier;
      } else {
        low = middle;
      }
    }
    return best;
  }

  private static long next(List<Long> times, int index) {
    return index + 1 < times.size() ? times.get(index + 1) : Long.MAX_VALUE;
  }

  private static Scenario ended(Scenario scenario, long untilNanos) {
    long until = Math.min(untilNanos, scenario.untilNanos());
    return Variants.steps(
            scenario, scenario.steps().stream().filter(step -> step.atNanos() <= until).toList())
        .withUntil(until);
  }

  /** Returns all times at which something happens. */
  private List<Long> times(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    Times times = new Times();
    run.stage().watch(times);
    try {
      run.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      times.add(run.stage().now()); // That may be the violation.
    }
    return List.copyOf(times.all);
  }

  /** Hears when something happens. */
  private static final class Times implements StageWitness {
    private final TreeSet<Long> all = new TreeSet<>();

    @Override
    public int wants() {
      return ALL;
    }

    private void add(long at) {
      all.add(at);
    }

    @Override
    public void faulted(long at, Fault fault) {
      add(at);
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      add(at);
    }

    @Override
    public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
      add(at);
    }

    @Override
    public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
      add(at);
    }
  }
}
