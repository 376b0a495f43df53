/** Members, leaderships, locks and a clock inside a service. */
@NullMarked
package coterie;

import org.jspecify.annotations.NullMarked;
