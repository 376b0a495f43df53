/** Judges mutual exclusions. Read {@link coterie.sim.check.mutex.Entries} first. */
@NullMarked
package coterie.sim.check.mutex;

import org.jspecify.annotations.NullMarked;
