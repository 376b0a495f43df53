/** What the voters grant and keep for a node: locks, leaderships and registers. */
@NullMarked
package coterie.grants;

import org.jspecify.annotations.NullMarked;
