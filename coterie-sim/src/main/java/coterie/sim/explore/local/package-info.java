/**
 * One node of an explored group: its states, what may happen to it, and what it does then. Read
 * {@link coterie.sim.explore.local.LocalSpace} first.
 */
@NullMarked
package coterie.sim.explore.local;

import org.jspecify.annotations.NullMarked;
