/**
 * The leader election of Raft, with pre-vote, leader leases, and lists of voters that change. Read
 * {@link Raft} first, then {@link Charter}.
 */
@NullMarked
package coterie.elect.raft;

import org.jspecify.annotations.NullMarked;
