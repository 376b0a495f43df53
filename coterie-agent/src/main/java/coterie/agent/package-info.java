/** A member of a group as a process of its own, which is asked over HTTP. */
@NullMarked
package coterie.agent;

import org.jspecify.annotations.NullMarked;
