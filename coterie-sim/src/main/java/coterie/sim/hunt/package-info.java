/**
 * Hunts: a whole scenario is drawn from a seed, run and judged. Read {@link coterie.sim.hunt.Swarm}
 * first, then {@link coterie.sim.hunt.Hunt}; many seeds on many cores are the laboratory's.
 */
@NullMarked
package coterie.sim.hunt;

import org.jspecify.annotations.NullMarked;
