/** Who may enter: one at a time, or nobody. */
@NullMarked
package coterie.mutex;

import org.jspecify.annotations.NullMarked;
