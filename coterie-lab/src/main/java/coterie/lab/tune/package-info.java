/** The search for the settings of a detector that meet given targets. */
@NullMarked
package coterie.lab.tune;

import org.jspecify.annotations.NullMarked;
