/** Compiles the session for browsers, with what their class library lacks. */
@NullMarked
package coterie.web.compile;

import org.jspecify.annotations.NullMarked;
