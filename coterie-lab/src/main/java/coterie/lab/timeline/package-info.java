/** A run as a table: a row for every instant at which something changed. */
@NullMarked
package coterie.lab.timeline;

import org.jspecify.annotations.NullMarked;
