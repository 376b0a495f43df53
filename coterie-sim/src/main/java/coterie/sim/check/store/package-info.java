/**
 * Judges replicated data. Read {@link coterie.sim.check.store.Copies} and {@link
 * coterie.sim.check.store.Linearizability} first.
 */
@NullMarked
package coterie.sim.check.store;

import org.jspecify.annotations.NullMarked;
