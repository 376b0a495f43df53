/**
 * A store that keeps versions by hybrid time and answers as of any instant. Read {@link
 * MvccReplica} for the protocol and {@link MvccStore} for the copy that one replica keeps.
 */
@NullMarked
package coterie.store.mvcc;

import org.jspecify.annotations.NullMarked;
