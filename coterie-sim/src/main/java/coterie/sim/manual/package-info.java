/** Schedules that somebody chooses event by event: the words for an event, and the stage. */
@NullMarked
package coterie.sim.manual;

import org.jspecify.annotations.NullMarked;
