package coterie.sim.shrink;

import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.minimal.Ddmin;
import coterie.sim.shrink.minimal.RoundTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Removes what holds from the start, such as loss, and makes all delays equal. */
final class PlainerNetwork implements Reduction {
  private static final long MILLISECOND = TimeText.SECOND / 1000;

  /** A middle one of all random bits. */
  private static final long MIDDLE = Long.MIN_VALUE;

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario best = fewerConditions(scenario, isObjected);
    Setup setup = best.setup();
    best = first(best, setup.withSyncNanos(0), isObjected);
    best = first(best, best.setup().withTies(Ties.SCHEDULED), isObjected);
    return setup.latency().isConstant() ? best : constant(best, isObjected);
  }

  private static Scenario fewerConditions(Scenario scenario, Predicate<Scenario> isObjected) {
    Setup setup = scenario.setup();
    List<Fault> fixed = setup.conditions().stream().filter(FewerMessages::isOfMessages).toList();
    List<Fault> others =
        setup.conditions().stream().filter(fault -> !FewerMessages.isOfMessages(fault)).toList();
    List<Fault> kept = Ddmin.minimize(others, some -> isObjected.test(with(scenario, some, fixed)));
    return with(scenario, kept, fixed);
  }

  private static Scenario with(Scenario scenario, List<Fault> some, List<Fault> fixed) {
    List<Fault> all = new ArrayList<>(some);
    all.addAll(fixed);
    return scenario.withSetup(scenario.setup().withConditions(all));
  }

  private static Scenario first(Scenario scenario, Setup setup, Predicate<Scenario> isObjected) {
    return Reduction.firstOf(List.of(scenario.withSetup(setup)), scenario, isObjected);
  }

  private static Scenario constant(Scenario scenario, Predicate<Scenario> isObjected) {
    Setup setup = scenario.setup();
    List<Scenario> candidates = new ArrayList<>();
    long usual = setup.latency().nanos(MIDDLE, 0);
    List<Long> delays = new ArrayList<>(RoundTimes.similar(usual));
    delays.addAll(List.of(10 * MILLISECOND, MILLISECOND, 100 * MILLISECOND));
    for (long delay : delays) {
      Latency latency = new Latency.Constant(delay);
      Setup plain = setup.withLatency(latency).withRefusing(setup.refusing());
      candidates.addAll(Variants.seeds(scenario.withSetup(plain)));
    }
    return Reduction.firstOf(candidates, scenario, isObjected);
  }
}
