/**
 * Every order of events of a small group, breadth first. Read {@link
 * coterie.sim.explore.search.Exploration} first.
 */
@NullMarked
package coterie.sim.explore.search;

import org.jspecify.annotations.NullMarked;
