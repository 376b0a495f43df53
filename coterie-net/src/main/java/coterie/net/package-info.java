/** Nodes on UDP and TCP: the same protocol classes that the simulator runs. */
@NullMarked
package coterie.net;

import org.jspecify.annotations.NullMarked;
