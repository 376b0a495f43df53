/** Faults and latency models. */
@NullMarked
package coterie.sim.fault;

import org.jspecify.annotations.NullMarked;
