/**
 * Comparisons that a page asks for: many runs in pieces, and what they have come to so far. Read
 * {@link coterie.lab.session.compare.SessionComparisons} first.
 */
@NullMarked
package coterie.lab.session.compare;

import org.jspecify.annotations.NullMarked;
