/** The commands that start agents and ask them. */
@NullMarked
package coterie.cli.agent;

import org.jspecify.annotations.NullMarked;
