/** Scenarios on the sockets and in the processes of this machine. */
@NullMarked
package coterie.lab.live;

import org.jspecify.annotations.NullMarked;
