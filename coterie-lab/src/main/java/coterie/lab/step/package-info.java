/** Runs whose events a person chooses one by one. */
@NullMarked
package coterie.lab.step;

import org.jspecify.annotations.NullMarked;
