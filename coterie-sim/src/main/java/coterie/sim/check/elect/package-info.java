/** Judges elections. Read {@link coterie.sim.check.elect.Elections} first. */
@NullMarked
package coterie.sim.check.elect;

import org.jspecify.annotations.NullMarked;
