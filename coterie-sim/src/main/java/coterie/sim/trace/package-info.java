/** What happened in a run, as lines, JSON and pictures. */
@NullMarked
package coterie.sim.trace;

import org.jspecify.annotations.NullMarked;
