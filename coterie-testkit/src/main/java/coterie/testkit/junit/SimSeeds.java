package coterie.testkit.junit;

import coterie.testkit.junit.SimTrial.Failure;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** All seeds of one {@link SimTest}, one after the other, up to the first that goes wrong. */
final class SimSeeds {
  private final SimPlan plan;
  private final SimTrial.Body body;
  private final ExtensionContext context;
  private long good;
  private long skipped;
  private long events;

  SimSeeds(SimPlan plan, SimTrial.Body body, ExtensionContext context) {
    this.plan = plan;
    this.body = body;
    this.context = context;
  }

  /** Tries them. */
  void run() {
    TestAbortedException aborted = null;
    for (PrimitiveIterator.OfLong seeds = plan.all().iterator(); seeds.hasNext(); ) {
      long seed = seeds.nextLong();
      try {
        SimTrial trial = new SimTrial(plan, plan.scenario(seed));
        Failure failure = trial.outcome(body);
        if (failure != null && isWanted(failure)) {
          context.publishReportEntry(
              "coterie", "%s: seed %d: %s".formatted(name(), seed, failure.sentence()));
          return;
        }
        if (failure != null) {
          throw new SimFailure(plan, body, context, seed).error(failure);
        }
        good++;
        events += trial.run().stage().events();
      } catch (TestAbortedException e) {
        skipped++;
        aborted = e;
      }
    }
    tell(aborted);
  }

  private boolean isWanted(Failure failure) {
    return !plan.finds().isEmpty() && failure.sentence().contains(plan.finds());
  }

  private String name() {
    return plan.protocol().name();
  }

  /** Where an assumption held for no seed, nothing was tested. */
  private void tell(@Nullable TestAbortedException aborted) {
    if (good == 0 && aborted != null) {
      throw aborted;
    }
    if (!plan.finds().isEmpty()) {
      throw new AssertionError(
          "%s: none of %d seeds shows \"%s\"; try more seeds or other faults"
              .formatted(name(), good, plan.finds()));
    }
    context.publishReportEntry(
        "coterie",
        "%s: %d seeds, %d events%s"
            .formatted(
                name(),
                good,
                events,
                skipped == 0 ? "" : ", %d seeds skipped by an assumption".formatted(skipped)));
  }
}
