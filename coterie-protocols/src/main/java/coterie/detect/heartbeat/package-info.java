/**
 * Heartbeats from everybody to everybody, with timeouts that adapt to the network. Read {@link
 * Heartbeat} first.
 */
@NullMarked
package coterie.detect.heartbeat;

import org.jspecify.annotations.NullMarked;
