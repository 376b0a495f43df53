/**
 * What all judges of a run have in common. Read {@link coterie.sim.check.Judge} first; the packages
 * below hold the judges of each family of protocols.
 */
@NullMarked
package coterie.sim.check;

import org.jspecify.annotations.NullMarked;
