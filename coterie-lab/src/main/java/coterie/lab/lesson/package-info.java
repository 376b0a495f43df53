/** Lessons that are told while they run. */
@NullMarked
package coterie.lab.lesson;

import org.jspecify.annotations.NullMarked;
