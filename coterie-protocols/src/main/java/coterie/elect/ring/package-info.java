/**
 * Election by a token on a ring, after Le Lann, Chang and Roberts. Read {@link RingElection} first.
 */
@NullMarked
package coterie.elect.ring;

import org.jspecify.annotations.NullMarked;
