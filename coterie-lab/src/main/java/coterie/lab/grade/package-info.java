/** Scenario files graded: points for what they say must hold. */
@NullMarked
package coterie.lab.grade;

import org.jspecify.annotations.NullMarked;
