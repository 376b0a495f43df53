/** A command that runs only while the agent holds a lock or leads. */
@NullMarked
package coterie.agent.hold;

import org.jspecify.annotations.NullMarked;
