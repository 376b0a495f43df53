/** Figures of one run and of many. Read {@link coterie.sim.statistics.Samples} first. */
@NullMarked
package coterie.sim.statistics;

import org.jspecify.annotations.NullMarked;
