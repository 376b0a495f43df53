/** A recorded node, fed again with all that it was given. */
@NullMarked
package coterie.sim.replay;

import org.jspecify.annotations.NullMarked;
