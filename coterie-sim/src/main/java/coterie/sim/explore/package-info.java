/**
 * Every order of the events of a small group. Read {@link coterie.sim.explore.Monitor} for what is
 * judged.
 */
@NullMarked
package coterie.sim.explore;

import org.jspecify.annotations.NullMarked;
