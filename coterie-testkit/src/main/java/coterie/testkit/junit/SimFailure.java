package coterie.testkit.junit;

import coterie.sim.check.Violation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.shrink.Effort;
import coterie.sim.shrink.ScenarioShrinker;
import coterie.sim.shrink.Shrunk;
import coterie.sim.trace.Kind;
import coterie.testkit.junit.SimTrial.Failure;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tells all about a seed that went wrong. */
final class SimFailure {
  private static final int LAST_LINES = 20;

  /** What a reader needs to follow a run: neither what is saved nor what is known. */
  private static final Set<Kind> SHOWN =
      EnumSet.of(Kind.FAULTS, Kind.CALLS, Kind.SENDS, Kind.DROPS, Kind.NOTES, Kind.SENTENCES);

  private static final int TRIES_MAX = 2_000;
  private static final Duration SHRINKING_MAX = Duration.ofSeconds(60);

  private final SimPlan plan;
  private final SimTrial.Body body;
  private final ExtensionContext context;
  private final long seed;

  SimFailure(SimPlan plan, SimTrial.Body body, ExtensionContext context, long seed) {
    this.plan = plan;
    this.body = body;
    this.context = context;
    this.seed = seed;
  }

  /** Runs the seed again, with a trace, and makes the error. */
  AssertionError error(Failure failure) {
    Scenario scenario = plan.happened(seed);
    FailureText text =
        new FailureText(
            plan.protocol(),
            context,
            "%s, %d processes, seed %d%s: %s"
                .formatted(
                    plan.protocol().name(),
                    scenario.members().size(),
                    seed,
                    plan.only() == null ? " of 1 to " + plan.seeds() : "",
                    failure.sentence()));
    SimTrial again = new SimTrial(plan, plan.scenario(seed)).traced(SHOWN);
    Failure second = again.outcome(body);
    if (second == null) {
      text.line(
          "A second run of the same seed went well: the test keeps something from one run to the"
              + " next, such as a field; what belongs to a run is made in the method.");
    }
    Shrunk<Scenario> shrunk = second == null ? null : shrunk(scenario, failure.violation());
    if (shrunk == null) {
      text.scenario("The scenario:", failure.sentence(), lines(scenario));
      trace(text, again.lines());
    } else {
      text.scenario(
          "The smallest scenario that shows it%s:".formatted(shrunk.isMinimal() ? "" : ", so far"),
          failure.sentence(),
          lines(shrunk.result()));
      trace(text, traced(shrunk.result()));
    }
    text.commands(" -Dcoterie.seed=%d, or write @SimTest(seed = %d)".formatted(seed, seed));
    return text.error(failure.cause());
  }

  /** Makes the scenario smaller, where it shows the same without what the method does. */
  private @Nullable Shrunk<Scenario> shrunk(Scenario scenario, @Nullable Violation violation) {
    if (violation == null) {
      return null;
    }
    long end = System.nanoTime() + SHRINKING_MAX.toNanos();
    Effort effort = new Effort(TRIES_MAX, () -> System.nanoTime() > end, tries -> {});
    try {
      return new ScenarioShrinker(judged(violation), effort).shrink(scenario, violation);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Where a judge of the annotation objects, the recipe has to bring it. */
  private Recipes judged(Violation violation) {
    boolean isOwn =
        plan.judges(plan.scenario(seed).members()).stream()
            .anyMatch(judge -> judge.judge().equals(violation.judge()));
    return isOwn
        ? new Recipes(List.of(new WatchedRecipe(plan.recipe(), plan::judges)))
        : plan.protocol().recipes();
  }

  private List<String> traced(Scenario scenario) {
    SimTrial trial = new SimTrial(plan, scenario).traced(SHOWN);
    trial.outcome(any -> {});
    return trial.lines();
  }

  private List<String> lines(Scenario scenario) {
    return ScenarioText.lines(scenario, plan.protocol().recipes());
  }

  private static void trace(FailureText text, List<String> lines) {
    int from = Math.max(0, lines.size() - LAST_LINES);
    text.list(
        from == 0 ? "Its trace:" : "The last %d lines of its trace:".formatted(LAST_LINES),
        lines.subList(from, lines.size()));
  }
}
