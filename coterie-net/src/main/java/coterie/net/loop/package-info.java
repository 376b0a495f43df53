/** The thread that serves the sockets, alarms and disks of hosts. Nothing in it knows packets. */
@NullMarked
package coterie.net.loop;

import org.jspecify.annotations.NullMarked;
