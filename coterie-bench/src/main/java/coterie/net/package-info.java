/** Benchmarks of what only the package of the sockets sees. */
@NullMarked
package coterie.net;

import org.jspecify.annotations.NullMarked;
