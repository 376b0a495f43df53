/**
 * Transports, which carry packets over UDP and TCP. Read {@link coterie.net.socket.Transport}
 * first; a new one implements it.
 */
@NullMarked
package coterie.net.socket;

import org.jspecify.annotations.NullMarked;
