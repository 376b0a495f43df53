/** Who other nodes are, where they are reached, and which of their lives counts. */
@NullMarked
package coterie.net.directory;

import org.jspecify.annotations.NullMarked;
