/** Clocks that order events: by one number, by a vector, and by a number close to the true time. */
@NullMarked
package coterie.clock;

import org.jspecify.annotations.NullMarked;
