/** The simulator: virtual time, seeded randomness, an explicit order of everything. */
@NullMarked
package coterie.sim;

import org.jspecify.annotations.NullMarked;
