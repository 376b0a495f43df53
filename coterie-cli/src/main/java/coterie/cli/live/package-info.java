/** Scenarios on real sockets of this machine, heard and judged as simulated ones are. */
@NullMarked
package coterie.cli.live;

import org.jspecify.annotations.NullMarked;
