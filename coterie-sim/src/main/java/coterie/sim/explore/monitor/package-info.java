/**
 * What an exhaustive search judges, for every family of protocols. Read {@link
 * coterie.sim.explore.monitor.Monitors} first.
 */
@NullMarked
package coterie.sim.explore.monitor;

import org.jspecify.annotations.NullMarked;
