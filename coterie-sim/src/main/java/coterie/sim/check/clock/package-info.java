/**
 * Judges clocks by what happened before what. Read {@link coterie.sim.check.clock.Causality} first.
 */
@NullMarked
package coterie.sim.check.clock;

import org.jspecify.annotations.NullMarked;
