/** What a scenario says must hold: conditions on what is known of a group, and their judge. */
@NullMarked
package coterie.sim.check.expect;

import org.jspecify.annotations.NullMarked;
