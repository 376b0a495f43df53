/** Nodes of other membership libraries, one per process, for the side-by-side runs. */
@NullMarked
package coterie.bench.node;

import org.jspecify.annotations.NullMarked;
