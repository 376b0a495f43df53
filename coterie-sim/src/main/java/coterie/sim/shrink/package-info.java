/**
 * Makes a run that breaks a promise as small as it can be. Read {@link
 * coterie.sim.shrink.ScenarioShrinker} first.
 */
@NullMarked
package coterie.sim.shrink;

import org.jspecify.annotations.NullMarked;
