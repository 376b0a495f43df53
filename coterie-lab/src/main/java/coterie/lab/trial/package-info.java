/** Protocols tried with many seeds under the same faults, and what all runs came to. */
@NullMarked
package coterie.lab.trial;

import org.jspecify.annotations.NullMarked;
