/**
 * Whether the leader of the voters can be reached, for processes that do not vote as well. Read
 * {@link Quorum}.
 */
@NullMarked
package coterie.elect.quorum;

import org.jspecify.annotations.NullMarked;
