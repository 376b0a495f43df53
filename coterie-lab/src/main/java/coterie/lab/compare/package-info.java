/**
 * Comparisons of detectors, elections and mutual exclusions: as a table, as CSV, as JSON, as a
 * chart and as a page.
 */
@NullMarked
package coterie.lab.compare;

import org.jspecify.annotations.NullMarked;
