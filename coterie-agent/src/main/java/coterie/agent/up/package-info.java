/** A group of agents on this machine, started and watched. */
@NullMarked
package coterie.agent.up;

import org.jspecify.annotations.NullMarked;
