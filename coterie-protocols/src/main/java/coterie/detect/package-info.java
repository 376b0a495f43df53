/** Failure detectors and diagnosis. */
@NullMarked
package coterie.detect;

import org.jspecify.annotations.NullMarked;
