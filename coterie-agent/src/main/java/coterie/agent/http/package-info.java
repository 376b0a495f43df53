/** HTTP, as an agent answers it and commands ask: no more of it than both need. */
@NullMarked
package coterie.agent.http;

import org.jspecify.annotations.NullMarked;
