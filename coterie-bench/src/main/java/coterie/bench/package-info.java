/** How fast Coterie is: programs that measure, not shipped. */
@NullMarked
package coterie.bench;

import org.jspecify.annotations.NullMarked;
