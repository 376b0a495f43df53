/** A run as a space-time diagram. */
@NullMarked
package coterie.lab.picture;

import org.jspecify.annotations.NullMarked;
