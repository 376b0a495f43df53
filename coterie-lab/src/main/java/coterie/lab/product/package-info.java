/** A run that is shown: its lines, and the files that it leaves behind. */
@NullMarked
package coterie.lab.product;

import org.jspecify.annotations.NullMarked;
