package coterie.lab.hunt;

import coterie.sim.check.Violation;

/**
 * A seed to whose run a judge objects.
 *
 * @param atNanos when the run was ended, which is some time after what was wrong
 */
public record Found(long seed, Violation violation, long atNanos) {}
