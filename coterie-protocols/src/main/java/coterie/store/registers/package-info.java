/**
 * Linearizable registers without leader or log, after CASPaxos. Read {@link Registers} first;
 * {@link RegisterAccess} lets processes that do not vote use them.
 */
@NullMarked
package coterie.store.registers;

import org.jspecify.annotations.NullMarked;
