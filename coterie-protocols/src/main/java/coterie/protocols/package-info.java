/** The list of all protocols. */
@NullMarked
package coterie.protocols;

import org.jspecify.annotations.NullMarked;
