/** A ledger that orders transfers between accounts by Lamport stamps. Read {@link Ledger} first. */
@NullMarked
package coterie.store.ledger;

import org.jspecify.annotations.NullMarked;
