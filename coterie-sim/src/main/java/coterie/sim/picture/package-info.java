/** A run as a picture. */
@NullMarked
package coterie.sim.picture;

import org.jspecify.annotations.NullMarked;
