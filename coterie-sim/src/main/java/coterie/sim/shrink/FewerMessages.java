package coterie.sim.shrink;

import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import coterie.sim.shrink.minimal.Ddmin;
import coterie.sim.shrink.minimal.RoundTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Loses every message that can be lost. The network loses all, and those that matter are named;
 * nothing of the run is left to the chance of the network then.
 */
final class FewerMessages implements Reduction {
  private static final Fault ALL_LOST = new Fault.Loss(1);

  private final Recipes recipes;

  FewerMessages(Recipes recipes) {
    this.recipes = recipes;
  }

  /** Returns whether the network loses all messages that are not named. */
  static boolean isExplicit(Scenario scenario) {
    return scenario.setup().conditions().contains(ALL_LOST);
  }

  /** Returns whether a condition belongs to the messages that are named. */
  static boolean isOfMessages(Fault fault) {
    return fault.equals(ALL_LOST) || fault instanceof Intervention.Deliver;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario explicit = isExplicit(scenario) ? scenario : explicit(scenario);
    if (!isExplicit(scenario) && !isObjected.test(explicit)) {
      return scenario;
    }
    List<Fault> all = explicit.setup().conditions();
    List<Fault> others =
        all.stream().filter(fault -> !(fault instanceof Intervention.Deliver)).toList();
    List<Fault> delivered =
        all.stream().filter(fault -> fault instanceof Intervention.Deliver).toList();
    List<Fault> kept =
        Ddmin.minimize(delivered, some -> isObjected.test(conditions(explicit, others, some)));
    return conditions(explicit, others, kept);
  }

  private static Scenario conditions(Scenario scenario, List<Fault> some, List<Fault> more) {
    List<Fault> all = new ArrayList<>(some);
    all.addAll(more);
    return scenario.withSetup(scenario.setup().withConditions(all));
  }

  /** Returns the same run with every message named that arrives. */
  private Scenario explicit(Scenario scenario) {
    List<MessageLog.Fate> fates =
        MessageLog.of(scenario, recipes).stream().filter(MessageLog.Fate::hasArrived).toList();
    long usual = usual(scenario.setup().latency(), fates);
    List<Fault> conditions = new ArrayList<>();
    scenario.setup().conditions().stream()
        .filter(fault -> !isOfNetwork(fault))
        .forEach(conditions::add);
    conditions.add(ALL_LOST);
    for (MessageLog.Fate fate : fates) {
      long took = fate.tookNanos.getFirst();
      conditions.add(
          new Intervention.Deliver(fate.name, took == usual ? Intervention.UNSAID : took));
    }
    Setup setup = scenario.setup();
    return scenario
        .withSteps(scenario.steps().stream().filter(step -> !isOfNetwork(step)).toList())
        .withSetup(
            setup
                .withLatency(new Latency.Constant(usual))
                .withRefusing(setup.refusing())
                .withConditions(conditions));
  }

  private static long usual(Latency latency, List<MessageLog.Fate> fates) {
    if (latency instanceof Latency.Constant(long nanos)) {
      return nanos;
    }
    long[] took = fates.stream().mapToLong(fate -> fate.tookNanos.getFirst()).sorted().toArray();
    long median = took.length == 0 ? 0 : took[took.length / 2];
    return RoundTimes.similar(median).stream().findFirst().orElse(median);
  }

  private static boolean isOfNetwork(Step step) {
    return step.action() instanceof Step.Inject inject && isOfNetwork(inject.fault());
  }

  /** What has no effect on messages that are named. */
  private static boolean isOfNetwork(Fault fault) {
    return (fault instanceof Fault.OfAll && !(fault instanceof Fault.HealAll))
        || fault instanceof Intervention.OfMessage;
  }
}
