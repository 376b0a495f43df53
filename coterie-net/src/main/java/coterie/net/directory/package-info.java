/** The other nodes: their names, their addresses, and which of their lives counts. */
@NullMarked
package coterie.net.directory;

import org.jspecify.annotations.NullMarked;
