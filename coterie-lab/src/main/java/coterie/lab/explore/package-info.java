/**
 * An exhaustive search as a command: what is asked for, how far it has come, and what it found.
 * Read {@link coterie.lab.explore.ExplorePlan} first.
 */
@NullMarked
package coterie.lab.explore;

import org.jspecify.annotations.NullMarked;
