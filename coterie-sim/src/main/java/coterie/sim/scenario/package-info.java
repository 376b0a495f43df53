/** Scenario files, and how they are run. */
@NullMarked
package coterie.sim.scenario;

import org.jspecify.annotations.NullMarked;
