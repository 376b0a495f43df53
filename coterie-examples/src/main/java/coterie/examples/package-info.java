/** A protocol of one's own, as a user writes it. */
@NullMarked
package coterie.examples;

import org.jspecify.annotations.NullMarked;
