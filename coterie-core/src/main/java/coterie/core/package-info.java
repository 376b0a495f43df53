/** The vocabulary: what a protocol is, and all that it may touch. */
@NullMarked
package coterie.core;

import org.jspecify.annotations.NullMarked;
