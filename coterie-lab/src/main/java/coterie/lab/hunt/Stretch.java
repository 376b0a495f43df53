package coterie.lab.hunt;

import coterie.lab.campaign.Seeds;
import coterie.sim.check.Violation;
import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.Hunt;
import coterie.sim.hunt.HuntRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What seeds that follow each other came to. A stretch ends at a violation at the latest, so that
 * whoever folds stretches in the order of seeds can stop at any violation, and comes to the same
 * whatever the number of threads, shards or machines.
 *
 * @param digest the sum of the digests of all runs, to which their order is nothing
 * @param found the violation of the last seed; null if no judge objects to any
 */
public record Stretch(
    Seeds seeds, long nanos, long events, long digest, Coverage coverage, @Nullable Found found) {
  /**
   * Runs these seeds, one after the other.
   *
   * @param violationsMax after that many the others are left out
   * @param isStopped asked before every run; what was run until then is returned
   */
  public static List<Stretch> run(
      Hunt hunt, Seeds seeds, int violationsMax, BooleanSupplier isStopped) {
    List<Stretch> stretches = new ArrayList<>();
    Stretch current = empty(seeds.first());
    Hunt.Worker worker = hunt.new Worker(current.coverage);
    int violations = 0;
    for (long seed = seeds.first();
        seed <= seeds.last() && violations < violationsMax && !isStopped.getAsBoolean();
        seed++) {
      current = current.plus(worker.run(seed));
      if (current.found != null) {
        violations++;
        stretches.add(current);
        current = empty(seed + 1);
        worker = hunt.new Worker(current.coverage);
      }
    }
    if (!current.seeds.isEmpty()) {
      stretches.add(current);
    }
    return stretches;
  }

  /** No run yet. */
  static Stretch empty(long first) {
    return new Stretch(new Seeds(first, first - 1), 0, 0, 0, new Coverage(), null);
  }

  /** Adds the run of the next seed, whose coverage has been counted already. */
  private Stretch plus(HuntRun run) {
    Violation violation = run.violation();
    return new Stretch(
        new Seeds(seeds.first(), run.seed()),
        nanos + run.nanos(),
        events + run.events(),
        digest + run.digest(),
        coverage,
        violation == null ? null : new Found(run.seed(), violation, run.nanos()));
  }

  /** Adds the stretch that follows one without a violation. */
  Stretch plus(Stretch next) {
    if (found != null || seeds.last() + 1 != next.seeds.first()) {
      throw new IllegalArgumentException(
          "seeds %s cannot follow seeds %s".formatted(next.seeds, seeds));
    }
    Coverage both = new Coverage();
    both.add(coverage);
    both.add(next.coverage);
    return new Stretch(
        new Seeds(seeds.first(), next.seeds.last()),
        nanos + next.nanos,
        events + next.events,
        digest + next.digest,
        both,
        next.found);
  }
}
