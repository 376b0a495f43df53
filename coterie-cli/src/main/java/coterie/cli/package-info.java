/** The command {@code coterie}. */
@NullMarked
package coterie.cli;

import org.jspecify.annotations.NullMarked;
