/** Coterie beside other membership services, one process per node, in a network of namespaces. */
@NullMarked
package coterie.bench.peers;

import org.jspecify.annotations.NullMarked;
