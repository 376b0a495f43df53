/** A store of versions in a folder, as {@code coterie store} uses it. */
@NullMarked
package coterie.lab.store;

import org.jspecify.annotations.NullMarked;
