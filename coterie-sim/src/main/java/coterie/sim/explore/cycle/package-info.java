/**
 * What a group may never come to: cycles of an exhausted search. Read {@link
 * coterie.sim.explore.cycle.FairCycles} first.
 */
@NullMarked
package coterie.sim.explore.cycle;

import org.jspecify.annotations.NullMarked;
