/** Small events that one member tells all others, by gossip. Read {@link Cast} first. */
@NullMarked
package coterie.member.cast;

import org.jspecify.annotations.NullMarked;
