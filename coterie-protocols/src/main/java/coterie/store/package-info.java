/** Data of which every member has a copy: a ledger, documents, and a store of versions. */
@NullMarked
package coterie.store;

import org.jspecify.annotations.NullMarked;
