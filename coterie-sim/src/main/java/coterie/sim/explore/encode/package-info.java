/**
 * The state of a node as bytes: exact, and the same for states that no protocol can tell apart.
 * Read {@link coterie.sim.explore.encode.Encoder} first.
 */
@NullMarked
package coterie.sim.explore.encode;

import org.jspecify.annotations.NullMarked;
