/**
 * The report of a broken promise: the smallest schedule, its picture, its trace, and a test. Read
 * {@link coterie.lab.finding.Finding} first.
 */
@NullMarked
package coterie.lab.finding;

import org.jspecify.annotations.NullMarked;
