/** The queue of alarms that the simulator and the sockets share. */
@NullMarked
package coterie.wheel;

import org.jspecify.annotations.NullMarked;
