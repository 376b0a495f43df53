/** A member of a group in the foreground, as {@code coterie node} runs it. */
@NullMarked
package coterie.lab.node;

import org.jspecify.annotations.NullMarked;
