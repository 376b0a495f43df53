/** Families of records as bytes: one format for sockets, for stable storage, and for counting. */
@NullMarked
package coterie.wire;

import org.jspecify.annotations.NullMarked;
