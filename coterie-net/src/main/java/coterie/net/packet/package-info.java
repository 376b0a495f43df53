/**
 * Messages as packets of a cluster, in clear or sealed. Read {@link coterie.net.packet.Packets}
 * first.
 */
@NullMarked
package coterie.net.packet;

import org.jspecify.annotations.NullMarked;
