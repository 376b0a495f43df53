/** Judges of a run, fed by notes. */
@NullMarked
package coterie.sim.check;

import org.jspecify.annotations.NullMarked;
