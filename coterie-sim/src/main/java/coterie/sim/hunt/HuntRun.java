package coterie.sim.hunt;

import coterie.sim.check.Violation;
import org.jspecify.annotations.Nullable;

/**
 * What the run of one seed came to.
 *
 * @param nanos how long it went on: to its end, or until a violation was found
 * @param digest a sum over all that happened, the same on every machine
 * @param violation null if no judge objected
 */
public record HuntRun(
    long seed, long nanos, long events, long digest, @Nullable Violation violation) {}
