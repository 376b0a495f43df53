/** Makes a list, or a time, as small or as plain as it can be. */
@NullMarked
package coterie.sim.shrink.minimal;

import org.jspecify.annotations.NullMarked;
